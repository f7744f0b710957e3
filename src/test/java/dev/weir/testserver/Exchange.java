package dev.weir.testserver;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/** One request and the means to answer it, well or badly; for the thread of its connection only. */
public final class Exchange {

    private final ServerConnection connection;
    private final LoopbackServer server;
    private final ConnectionInfo info;
    private final RequestHead head;
    private final ByteInput input;
    private final OutputStream output;
    private final OutputStream buffered;
    private byte @Nullable [] body; // read at its first use
    private @Nullable String keepAlive; // null: what the server announces
    private boolean answered;
    private boolean closing;

    Exchange(
            ServerConnection connection,
            LoopbackServer server,
            ConnectionInfo info,
            RequestHead head,
            ByteInput input,
            OutputStream output,
            OutputStream buffered) {
        this.connection = connection;
        this.server = server;
        this.info = info;
        this.head = head;
        this.input = input;
        this.output = output;
        this.buffered = buffered;
        this.closing = head.wantsClose() || server.isLast(info.requestNumber());
    }

    public String method() {
        return head.method();
    }

    public String target() {
        return head.target();
    }

    public Headers headers() {
        return head.headers();
    }

    /** Reads the request body at the first call, after {@code 100 Continue} if that is expected, and returns it. */
    public byte[] body() throws IOException {
        byte[] known = body;
        if (known == null) {
            continueIfExpected();
            known = Body.ofRequest(head.headers(), input);
            body = known;
        }
        return known;
    }

    /** Reads the request body, and never says {@code 100 Continue}. */
    public byte[] bodyWithout100() throws IOException {
        byte[] read = Body.ofRequest(head.headers(), input);
        body = read;
        return read;
    }

    public String bodyText() throws IOException {
        return new String(body(), StandardCharsets.UTF_8);
    }

    public ConnectionInfo connection() {
        return info;
    }

    /** Sends a whole response with Content-Length; a body is left out where HTTP forbids it. */
    public void respond(int status, byte[] content, String... headerNamesAndValues) throws IOException {
        answered = true;
        ResponseHead response = new ResponseHead(status).headers(headerNamesAndValues);
        addConnectionHeaders(response);
        if (ResponseHead.allowsBody(status)) {
            response.header("Content-Length", content.length);
        }
        buffered.write(response.bytes());
        if (ResponseHead.allowsBody(status) && !method().equals("HEAD")) {
            buffered.write(content);
        }
        flushLast();
    }

    public void ok(String text) throws IOException {
        respond(200, text.getBytes(StandardCharsets.UTF_8), "Content-Type", "text/plain; charset=utf-8");
    }

    /** Sends 200 with a UTF-8 text that is compressed. */
    public void okPacked(String text) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(text.getBytes(StandardCharsets.UTF_8));
        }
        respond(200, packed.toByteArray(), "Content-Type", "text/plain; charset=utf-8", "Content-Encoding", "gzip");
    }

    /** Gives the next {@link #respond} this Keep-Alive header instead of the server's own; empty for none. */
    public Exchange keepAliveHeader(String value) {
        keepAlive = value;
        return this;
    }

    /** Closes in order after the handler; a {@link #respond} after this call says {@code Connection: close}. */
    public Exchange closeAfter() {
        closing = true;
        return this;
    }

    /** Returns the connection's unbuffered output, for responses that are partial, slow or malformed. */
    public OutputStream output() {
        answered = true;
        return output;
    }

    /** Closes in order at once, without a further byte. */
    public void hangUp() {
        connection.close(ClosedBy.SERVER_FIN);
    }

    public void reset() {
        connection.close(ClosedBy.SERVER_RST);
    }

    /** Waits until the latch opens or the server is closed. */
    public Exchange await(CountDownLatch latch) throws InterruptedException {
        latch.await();
        return this;
    }

    /** Lets time pass, at least as long as asked; for benchmarks. */
    public Exchange delay(Duration time) throws InterruptedException {
        AcceptLoop.pause(time.toNanos());
        return this;
    }

    /** Answers 500 if nothing was answered, and closes. */
    void fail(Throwable failure) throws IOException {
        closeAfter();
        if (!answered) {
            respond(500, failure.toString().getBytes(StandardCharsets.UTF_8));
        }
    }

    /** Leaves the connection ready for its next request; false if it has to be closed. */
    boolean finish() throws IOException {
        if (!answered) {
            fail(new IllegalStateException("the handler gave no answer"));
        }
        if (body == null && head.expectsContinue()) {
            return false; // the client may or may not send the body, so that the next request cannot be found
        }
        if (body == null) {
            Body.ofRequest(head.headers(), input);
        }
        return !closing;
    }

    private void flushLast() throws IOException {
        if (!closing) {
            connection.answered();
        }
        buffered.flush();
    }

    private void addConnectionHeaders(ResponseHead response) {
        if (closing) {
            response.header("Connection", "close");
            return;
        }
        String announced = keepAlive == null ? server.keepAlive(info.requestNumber()) : keepAlive;
        if (!announced.isEmpty()) {
            response.header("Connection", "keep-alive").header("Keep-Alive", announced);
        }
    }

    private void continueIfExpected() throws IOException {
        if (head.expectsContinue()) {
            output.write(new ResponseHead(100).bytes());
        }
    }
}
