package dev.weir.internal.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.internal.call.CurrentExchange;
import dev.weir.internal.call.ResponseHandle;
import dev.weir.internal.callback.EndOfEvent;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.async.methods.SimpleHttpResponse;
import org.apache.hc.client5.http.async.methods.SimpleResponseConsumer;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.message.BasicHttpResponse;
import org.junit.jupiter.api.Test;

class ReleasedFirstTest {

    private final List<String> told = new ArrayList<>();
    private final HttpClientContext context = HttpClientContext.create();
    private final ReleasedFirst<SimpleHttpResponse> consumer = new ReleasedFirst<>(SimpleResponseConsumer.create());

    private final FutureCallback<SimpleHttpResponse> call = new FutureCallback<>() {
        @Override
        public void completed(SimpleHttpResponse response) {
            told.add("completed " + response.getCode());
        }

        @Override
        public void failed(Exception cause) {
            told.add("failed");
        }

        @Override
        public void cancelled() {
            told.add("cancelled");
        }
    };

    private record Sent(boolean isSentWhole) implements CurrentExchange {

        @Override
        public EndOfEvent endOfEvent() {
            return new EndOfEvent(() -> {});
        }

        @Override
        public void heldBy(ResponseHandle handle) {
            // Its caller holds it.
        }
    }

    private void sent(boolean isWhole) {
        new Call(context, new HttpRoute(new HttpHost("upstream.test", 80)), null, null, null)
                .exchange(new Sent(isWhole));
    }

    // Without a body, the response is whole with its head.
    private void respond() throws Exception {
        consumer.consumeResponse(new BasicHttpResponse(204), null, context, call);
    }

    @Test
    void completesTheCallWhenItIsReleased() throws Exception {
        sent(true);
        respond();
        assertThat(told).isEmpty();

        consumer.releaseResources();
        consumer.releaseResources();

        assertThat(told).containsExactly("completed 204");
    }

    @Test
    void completesTheCallAtOnceWhileTheRequestIsBeingSent() throws Exception {
        sent(false);

        respond();

        assertThat(told).containsExactly("completed 204");
    }

    @Test
    void completesTheCallAtOnceWithoutAConnectionOfAPool() throws Exception {
        respond();

        assertThat(told).containsExactly("completed 204");
    }

    @Test
    void letsAResponseStandThatIsWhole() throws Exception {
        sent(true);
        respond();

        consumer.failed(new IOException("late"));
        consumer.releaseResources();

        assertThat(told).containsExactly("completed 204");
    }

    @Test
    void completesTheCallAtOnceAfterItsRelease() throws Exception {
        sent(true);
        consumer.releaseResources();

        respond();

        assertThat(told).containsExactly("completed 204");
    }
}
