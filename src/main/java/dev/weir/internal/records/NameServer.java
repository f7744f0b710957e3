package dev.weir.internal.records;

import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One round of questions to one name server. It has a socket of its own, so that its port and the numbers of the questions
 * cannot be guessed (RFC 5452). Not thread-safe.
 */
final class NameServer {

    private static final SecureRandom RANDOM = new SecureRandom();
    private static final int MAX_ID = 1 << 16;
    // More than a server may send over UDP, unless a question allows it more.
    private static final int MAX_MESSAGE = 4_096;

    private final InetSocketAddress address;
    private final NameReplies replies;
    private final Patience patience;
    private final Map<RecordQuestion, Integer> open = new HashMap<>();
    private final List<RecordQuestion> truncated = new ArrayList<>();
    private @Nullable IOException failure;

    NameServer(InetSocketAddress address, NameReplies replies, Patience patience) {
        this.address = address;
        this.replies = replies;
        this.patience = patience;
    }

    /**
     * Asks the open questions, and notes the replies that come before the patience ends; over TCP where a reply is
     * truncated.
     *
     * @throws IOException if the server cannot be reached, does not tell, or replies what makes no sense
     */
    void ask() throws IOException {
        try (DatagramSocket socket = new DatagramSocket()) {
            socket.connect(address);
            for (RecordQuestion question : replies.open()) {
                int id = RANDOM.nextInt(MAX_ID);
                byte[] message = question.message(id);
                socket.send(new DatagramPacket(message, message.length));
                open.put(question, id);
            }
            receive(socket);
        }
        for (RecordQuestion question : truncated) {
            int id = RANDOM.nextInt(MAX_ID);
            put(question, new StreamExchange(address, question, id).reply());
        }
        // One that is silent about the other question may still reply to it.
        if (failure != null && open.isEmpty() && !replies.isSettled()) {
            throw failure;
        }
    }

    private void receive(DatagramSocket socket) throws IOException {
        DatagramPacket packet = new DatagramPacket(new byte[MAX_MESSAGE], MAX_MESSAGE);
        while (!open.isEmpty() && !replies.isSettled() && !patience.isOver(System.nanoTime())) {
            socket.setSoTimeout(patience.remainingMillis(System.nanoTime()));
            packet.setLength(MAX_MESSAGE);
            try {
                socket.receive(packet);
            } catch (SocketTimeoutException e) {
                return; // the next round asks again what is still open
            }
            take(packet);
        }
    }

    /** Passes over what replies to no question of this round. */
    private void take(DatagramPacket packet) {
        byte[] data = packet.getData();
        for (Map.Entry<RecordQuestion, Integer> each : Map.copyOf(open).entrySet()) {
            if (ReplyReader.isReply(data, packet.getLength(), each.getValue(), each.getKey())) {
                open.remove(each.getKey());
                read(each.getKey(), data, packet.getLength());
            }
        }
    }

    // A failure of one question does not end the wait for the other: servers fail for AAAA that reply to A.
    private void read(RecordQuestion question, byte[] data, int length) {
        try {
            put(question, ReplyReader.read(data, length, question));
        } catch (MalformedReplyException e) {
            failure = e;
        }
    }

    private void put(RecordQuestion question, RecordReply reply) {
        if (reply.isTruncated()) {
            truncated.add(question);
        } else if (reply.isFinal()) {
            replies.put(question, reply);
            if (replies.hasAddresses()) {
                patience.shorten(System.nanoTime());
            }
        } else {
            failure = new IOException("it replied " + reply.codeText());
        }
    }
}
