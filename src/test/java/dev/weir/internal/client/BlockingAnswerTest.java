package dev.weir.internal.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.internal.call.CurrentExchange;
import dev.weir.internal.call.ResponseHandle;
import dev.weir.internal.callback.EndOfEvent;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.ClientProtocolException;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.concurrent.CallbackContribution;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.impl.BasicEntityDetails;
import org.apache.hc.core5.http.message.BasicHttpResponse;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class BlockingAnswerTest {

    private static final long HOUR_NANOS = TimeUnit.HOURS.toNanos(1);

    private final List<Integer> granted = new ArrayList<>();
    private final BlockingAnswer answer = new BlockingAnswer(null);

    private static CodedBody coded() {
        return new CodedBody(new BasicEntityDetails(-1, ContentType.TEXT_PLAIN), List.of("gzip"));
    }

    private void begin(CodedBody body) throws IOException {
        begin(body, HttpClientContext.create());
        answer.updateCapacity(granted::add);
    }

    private void begin(@Nullable CodedBody body, HttpClientContext context) {
        answer.consumeResponse(new BasicHttpResponse(200), body, context, new CallbackContribution<>(null) {
            @Override
            public void completed(Void result) {
                // It has no caller.
            }
        });
    }

    private record AnsweredExchange(EndOfEvent endOfEvent) implements CurrentExchange {
        @Override
        public boolean isSentWhole() {
            return true;
        }

        @Override
        public void heldBy(ResponseHandle handle) {
            // Its connection does not look at what is read.
        }
    }

    private static HttpClientContext within(EndOfEvent event) {
        HttpClientContext context = HttpClientContext.create();
        new Call(context, new HttpRoute(new HttpHost("upstream.test", 80)), null, null, null)
                .exchange(new AnsweredExchange(event));
        event.begun();
        return context;
    }

    @Test
    void grantsWhatWasReadOfTheBytesOnTheWire() throws IOException {
        begin(coded());
        answer.consume(ByteBuffer.allocate(60_000));

        answer.read(new byte[20_000], 0, 20_000);

        assertThat(granted).containsExactly(20_000);
        assertThat(answer.available()).isEqualTo(40_000);
    }

    @Test
    void takesTheBodyAsItComes() throws IOException {
        CodedBody coded = coded();

        begin(coded);

        assertThat(coded.isTaken()).isTrue();
    }

    @Test
    void holdsNoMoreThanAServerMaySend() throws IOException {
        begin(coded());
        for (int i = 0; i < 16; i++) {
            answer.consume(ByteBuffer.allocate(16_384));
        }

        assertThatThrownBy(() -> answer.consume(ByteBuffer.allocate(1)))
                .isInstanceOf(ClientProtocolException.class)
                .hasMessage("The server sends more than flow control allows");
    }

    // An interrupted thread does not wait: it returns, or throws where it would wait.
    @Test
    void showsAResponseWithoutABodyAtTheEndOfItsEvent() throws Exception {
        EndOfEvent event = new EndOfEvent(() -> {});
        begin(null, within(event));

        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> answer.await()).isInstanceOf(InterruptedException.class);
        event.reached();
        assertThat(answer.await().body()).isNull();
    }

    @Test
    void showsTheEndOfABodyAtTheEndOfItsEvent() throws Exception {
        EndOfEvent event = new EndOfEvent(() -> {});
        begin(coded(), within(event));
        answer.consume(ByteBuffer.allocate(1));
        answer.streamEnd(null);
        assertThat(answer.read(new byte[1], 0, 1)).isEqualTo(1);

        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> answer.read(new byte[1], 0, 1)).isInstanceOf(InterruptedIOException.class);
        assertThat(Thread.interrupted()).isTrue();
        event.reached();
        assertThat(answer.read(new byte[1], 0, 1)).isEqualTo(-1);
    }

    @Test
    void skipsABodyUpToItsEnd() throws IOException {
        begin(coded());
        answer.consume(ByteBuffer.allocate(60));
        answer.streamEnd(null);

        assertThat(answer.skip(1_000, HOUR_NANOS)).isTrue();
        assertThat(answer.available()).isZero();
    }

    @Test
    void skipsNoFurtherThanItsLimitsAllow() throws IOException {
        begin(coded());
        answer.consume(ByteBuffer.allocate(60));
        assertThat(answer.skip(60, HOUR_NANOS)).isFalse();
        assertThat(answer.available()).isZero();

        answer.consume(ByteBuffer.allocate(60));
        assertThat(answer.skip(61, 0)).isFalse();
        assertThat(answer.available()).isZero();
    }

    @Test
    void skipsNothingMoreOfABodyThatBroke() throws IOException {
        begin(coded());
        answer.consume(ByteBuffer.allocate(60));
        answer.abort(new IOException("reset"));

        assertThat(answer.skip(1_000, HOUR_NANOS)).isFalse();
        assertThat(answer.available()).isZero();
    }
}
