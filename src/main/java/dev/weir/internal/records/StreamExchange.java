package dev.weir.internal.records;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;

/** One question over TCP, whose reply has no limit that matters (RFC 7766). Not thread-safe. */
final class StreamExchange {

    private static final long PATIENCE_MILLIS = 2_000;

    private final InetSocketAddress server;
    private final RecordQuestion question;
    private final int id;
    private final Patience patience = Patience.ofMillis(PATIENCE_MILLIS, System.nanoTime());

    StreamExchange(InetSocketAddress server, RecordQuestion question, int id) {
        this.server = server;
        this.question = question;
        this.id = id;
    }

    RecordReply reply() throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect(server, patience.remainingMillis(System.nanoTime()));
            byte[] message = question.message(id);
            ByteBuffer framed = ByteBuffer.allocate(Short.BYTES + message.length);
            socket.getOutputStream()
                    .write(framed.putShort((short) message.length).put(message).array());
            int length = ByteBuffer.wrap(read(socket, Short.BYTES)).getShort() & 0xffff;
            byte[] reply = read(socket, length);
            if (!ReplyReader.isReply(reply, length, id, question)) {
                throw new MalformedReplyException("another question over TCP");
            }
            return whole(ReplyReader.read(reply, length, question));
        }
    }

    private static RecordReply whole(RecordReply reply) throws MalformedReplyException {
        if (reply.isTruncated()) {
            throw new MalformedReplyException("no end over TCP either");
        }
        return reply;
    }

    // The patience is for all of it, so that a server which drips does not hold the thread.
    private byte[] read(Socket socket, int length) throws IOException {
        byte[] bytes = new byte[length];
        InputStream in = socket.getInputStream();
        for (int read = 0; read < length; ) {
            if (patience.isOver(System.nanoTime())) {
                throw new SocketTimeoutException("no whole reply over TCP within " + PATIENCE_MILLIS + " ms");
            }
            socket.setSoTimeout(patience.remainingMillis(System.nanoTime()));
            int more = in.read(bytes, read, length - read);
            if (more < 0) {
                throw new EOFException("an end of stream within the reply");
            }
            read += more;
        }
        return bytes;
    }
}
