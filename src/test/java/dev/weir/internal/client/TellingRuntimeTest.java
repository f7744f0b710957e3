package dev.weir.internal.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.apache.hc.client5.http.classic.ExecRuntime;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.message.BasicClassicHttpRequest;
import org.junit.jupiter.api.Test;

class TellingRuntimeTest {

    private final List<String> done = new ArrayList<>();
    private final TellingRuntime runtime = new TellingRuntime(sending(), () -> done.add("told"));

    private ExecRuntime sending() {
        return (ExecRuntime) Proxy.newProxyInstance(
                TellingRuntimeTest.class.getClassLoader(),
                new Class<?>[] {ExecRuntime.class},
                (proxy, method, arguments) -> {
                    done.add("sent");
                    return null;
                });
    }

    private void send(String method) throws IOException, HttpException {
        runtime.execute("call", new BasicClassicHttpRequest(method, "/"), HttpClientContext.create());
    }

    @Test
    void tellsBeforeARequestIsSentForTheFirstTimeAlone() throws Exception {
        send("GET");
        send("GET");

        assertThat(done).containsExactly("told", "sent", "sent");
    }

    @Test
    void tellsOfRequestsWithInterimResponsesToo() throws Exception {
        runtime.execute(
                "call", new BasicClassicHttpRequest("GET", "/"), (response, on, in) -> {}, HttpClientContext.create());

        assertThat(done).containsExactly("told", "sent");
    }

    @Test
    void aTunnelIsNotTheRequest() throws Exception {
        send("CONNECT");
        assertThat(done).containsExactly("sent");

        send("GET");

        assertThat(done).containsExactly("sent", "told", "sent");
    }
}
