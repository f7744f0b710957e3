package dev.weir.internal.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.concurrent.CallbackContribution;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.HttpVersion;
import org.apache.hc.core5.http.impl.BasicEntityDetails;
import org.apache.hc.core5.http.impl.IncomingEntityDetails;
import org.apache.hc.core5.http.message.BasicHttpResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnswerBodyTest {

    // HttpCore gives -1 for the length of every response over HTTP/2.
    @ParameterizedTest
    @CsvSource({"1024, 1024", "0, 0", "-5, -1", "many, -1"})
    void hasTheLengthThatTheHeadNames(String named, long expected) {
        HttpResponse head = new BasicHttpResponse(200);
        head.setVersion(HttpVersion.HTTP_2);
        head.setHeader("content-length", named);

        AnswerBody body = AnswerBody.of(new BlockingAnswer(null), head, new IncomingEntityDetails(head, -1), () -> {});

        assertThat(body.getContentLength()).isEqualTo(expected);
        assertThat(body.isChunked()).isEqualTo(expected < 0);
    }

    // Of HTTP/1.1, where HttpCore looks at it, and knows what overrules it.
    @ParameterizedTest
    @CsvSource({"-1, -1", "-9223372036854775807, -1", "33, 33"})
    void hasTheLengthThatHttpCoreFound(long found, long expected) {
        HttpResponse head = new BasicHttpResponse(200);
        head.setVersion(HttpVersion.HTTP_1_1);
        head.setHeader("content-length", "33");

        AnswerBody body = AnswerBody.of(
                new BlockingAnswer(null), head, new BasicEntityDetails(found, ContentType.TEXT_PLAIN), () -> {});

        assertThat(body.getContentLength()).isEqualTo(expected);
    }

    @Test
    void ofACompressedResponseKnowsNoLength() {
        HttpResponse head = new BasicHttpResponse(200);
        head.setVersion(HttpVersion.HTTP_2);
        head.setHeader("content-length", "33");
        head.setHeader("content-encoding", "gzip");

        // As HttpClient leaves them when it decompresses the response.
        AnswerBody body = AnswerBody.of(
                new BlockingAnswer(null), head, new BasicEntityDetails(-1, ContentType.TEXT_PLAIN), () -> {});

        assertThat(body.getContentLength()).isEqualTo(-1);
    }

    @Test
    void isGivenUpByACallerThatIsInterruptedWhileItIsClosed() {
        AtomicBoolean gaveUp = new AtomicBoolean();
        HttpResponse head = new BasicHttpResponse(200);
        AnswerBody body = AnswerBody.of(
                new BlockingAnswer(null), head, new IncomingEntityDetails(head, -1), () -> gaveUp.set(true));
        Thread.currentThread().interrupt();

        assertThatThrownBy(body::close).isInstanceOf(InterruptedIOException.class);

        assertThat(Thread.interrupted()).isTrue();
        assertThat(gaveUp).isTrue();
    }

    @Test
    void isNotGivenUpWhenItIsClosedAtItsEnd() throws Exception {
        AtomicBoolean gaveUp = new AtomicBoolean();
        HttpResponse head = new BasicHttpResponse(200);
        IncomingEntityDetails details = new IncomingEntityDetails(head, -1);
        BlockingAnswer answer = new BlockingAnswer(null);
        answer.consumeResponse(head, details, HttpClientContext.create(), new CallbackContribution<>(null) {
            @Override
            public void completed(Void result) {
                // It has no caller.
            }
        });
        answer.consume(ByteBuffer.allocate(3));
        answer.streamEnd(null);
        AnswerBody body = AnswerBody.of(answer, head, details, () -> gaveUp.set(true));

        byte[] content = body.getContent().readAllBytes();
        body.close();

        assertThat(content).hasSize(3);
        assertThat(gaveUp).isFalse();
    }
}
