package dev.weir.spring;

import dev.weir.RequestDeadline;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.impl.io.HttpRequestExecutor;
import org.apache.hc.core5.http.io.HttpClientConnection;
import org.apache.hc.core5.http.io.HttpResponseInformationCallback;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.http.client.HttpComponentsClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.autoconfigure.ClientHttpRequestFactoryBuilderCustomizer;
import org.springframework.boot.http.client.autoconfigure.reactive.ClientHttpConnectorBuilderCustomizer;
import org.springframework.boot.http.client.reactive.HttpComponentsClientHttpConnectorBuilder;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What could cut the last call short while it is under way, looked at from inside. */
final class LimitsSeen {

    private final AtomicReference<@Nullable HttpClientConnection> connection = new AtomicReference<>();
    private final AtomicReference<@Nullable HttpClientContext> context = new AtomicReference<>();

    /** Returns the time that the call has left as a whole; empty for no limit. */
    Optional<Duration> total() {
        return RequestDeadline.left(current());
    }

    /** Returns how long the socket of a blocking call may be silent; 0 for no limit. */
    Duration socket() throws IOException {
        HttpClientConnection current = connection.get();
        if (current == null) {
            throw new AssertionError("no blocking call was seen");
        }
        return current.getSocketTimeout().toDuration();
    }

    private HttpClientContext current() {
        HttpClientContext current = context.get();
        if (current == null) {
            throw new AssertionError("no call was seen");
        }
        return current;
    }

    /** Notes the connection that a blocking call has, when everything about its times is decided. */
    private final class Executor extends HttpRequestExecutor {
        @Override
        public ClassicHttpResponse execute(
                ClassicHttpRequest request,
                HttpClientConnection used,
                @Nullable HttpResponseInformationCallback informed,
                HttpContext callContext)
                throws IOException, HttpException {
            connection.set(used);
            context.set(HttpClientContext.cast(callContext));
            return super.execute(request, used, informed, callContext);
        }
    }

    /** Lets every client of an application tell. */
    @Configuration(proxyBeanMethods = false)
    static class Everywhere {

        @Bean
        LimitsSeen limitsSeen() {
            return new LimitsSeen();
        }

        @Bean
        ClientHttpRequestFactoryBuilderCustomizer<HttpComponentsClientHttpRequestFactoryBuilder> blocking(
                LimitsSeen seen) {
            return builder ->
                    builder.withHttpClientCustomizer(client -> client.setRequestExecutor(seen.new Executor()));
        }

        @Bean
        ClientHttpConnectorBuilderCustomizer<HttpComponentsClientHttpConnectorBuilder> reactive(LimitsSeen seen) {
            return builder -> builder.withHttpClientCustomizer(client -> client.addRequestInterceptorLast(
                    (request, entity, callContext) -> seen.context.set(HttpClientContext.cast(callContext))));
        }
    }
}
