package dev.weir.internal.records;

import dev.weir.internal.dns.RecordAddress;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** What is asked for one name, and what was replied so far. Not thread-safe. */
final class NameReplies {

    private final List<RecordQuestion> questions;
    private final Map<RecordType, RecordReply> replies = new EnumMap<>(RecordType.class);

    NameReplies(String name, List<RecordType> types) {
        this.questions =
                types.stream().map(type -> new RecordQuestion(name, type)).toList();
    }

    /** Returns the questions without a reply. */
    List<RecordQuestion> open() {
        return questions.stream()
                .filter(question -> !replies.containsKey(question.type()))
                .toList();
    }

    void put(RecordQuestion question, RecordReply reply) {
        replies.put(question.type(), reply);
    }

    /** Returns whether all is known: a name that does not exist has no records of the other type either. */
    boolean isSettled() {
        return open().isEmpty() || replies.values().stream().anyMatch(RecordReply::isNoSuchName);
    }

    boolean hasAddresses() {
        return replies.values().stream().anyMatch(reply -> !reply.addresses().isEmpty());
    }

    /**
     * Returns the addresses, in the order of the types.
     *
     * @param host the name that the caller has asked for
     * @param port the port to connect to
     */
    List<InetSocketAddress> addresses(String host, int port) throws UnknownHostException {
        List<InetSocketAddress> addresses = new ArrayList<>();
        Duration ttl = ttl();
        for (RecordQuestion question : questions) {
            RecordReply reply = replies.get(question.type());
            List<byte[]> given = reply == null ? List.of() : reply.addresses();
            for (byte[] each : given) {
                addresses.add(new RecordAddress(InetAddress.getByAddress(host, each), port, ttl));
            }
        }
        return addresses;
    }

    // Where one of the questions has no reply, addresses may be missing: ask again soon.
    private Duration ttl() {
        return !isSettled()
                ? Duration.ZERO
                : replies.values().stream()
                        .filter(reply -> !reply.addresses().isEmpty())
                        .map(RecordReply::ttl)
                        .min(Duration::compareTo)
                        .orElse(Duration.ZERO);
    }
}
