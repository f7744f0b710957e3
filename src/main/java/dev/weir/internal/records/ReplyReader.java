package dev.weir.internal.records;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads the reply to one question (RFC 1035, section 4). Bytes after its records do not matter. Not thread-safe. */
final class ReplyReader {

    private static final int HEADER = 12;
    private static final int RESPONSE = 0x8000;
    private static final int TRUNCATED = 0x0200;
    private static final int CODE = 0x000f;
    private static final int MAX_ALIASES = 16;

    private final ByteBuffer message;
    private final RecordQuestion question;
    private final Map<String, Alias> aliases = new HashMap<>();
    private final List<Found> found = new ArrayList<>();

    private record Alias(String target, long ttlSeconds) {}

    private static final class Found {
        private final String name;
        private final byte[] address;
        private final long ttlSeconds;

        Found(String name, byte[] address, long ttlSeconds) {
            this.name = name;
            this.address = address;
            this.ttlSeconds = ttlSeconds;
        }
    }

    private ReplyReader(ByteBuffer message, RecordQuestion question) {
        this.message = message;
        this.question = question;
    }

    /** Returns whether a message can be the reply to a question: by its number, and because it repeats the question. */
    static boolean isReply(byte[] bytes, int length, int id, RecordQuestion question) {
        if (length < HEADER) {
            return false;
        }
        ByteBuffer message = ByteBuffer.wrap(bytes, 0, length).slice();
        boolean isResponse = (message.getShort(2) & RESPONSE) != 0;
        if ((message.getShort(0) & 0xffff) != id || !isResponse || message.getShort(4) != 1) {
            return false;
        }
        try {
            return new ReplyReader(message.position(HEADER), question).isRepeated();
        } catch (MalformedReplyException | BufferUnderflowException | IllegalArgumentException e) {
            return false; // nothing that was sent in reply
        }
    }

    /**
     * Reads a message that {@link #isReply}.
     *
     * @throws MalformedReplyException if it is no message of the DNS
     */
    static RecordReply read(byte[] bytes, int length, RecordQuestion question) throws MalformedReplyException {
        ByteBuffer message = ByteBuffer.wrap(bytes, 0, length).slice();
        try {
            return new ReplyReader(message.position(HEADER), question).read();
        } catch (BufferUnderflowException | IllegalArgumentException e) { // a length or pointer beyond the end
            throw new MalformedReplyException("less in it than it says");
        }
    }

    private boolean isRepeated() throws MalformedReplyException {
        return DomainName.read(message).equals(question.name())
                && message.getShort() == question.type().number()
                && message.getShort() == RecordQuestion.INTERNET;
    }

    private RecordReply read() throws MalformedReplyException {
        int flags = message.getShort(2);
        int records = message.getShort(6) & 0xffff;
        isRepeated();
        boolean isTruncated = (flags & TRUNCATED) != 0;
        for (int i = 0; i < records && !isTruncated; i++) {
            record();
        }
        return reply(flags & CODE, isTruncated);
    }

    private void record() throws MalformedReplyException {
        String name = DomainName.read(message);
        int type = message.getShort() & 0xffff;
        int ofClass = message.getShort() & 0xffff;
        long ttlSeconds = Math.max(0, message.getInt()); // a negative one is zero (RFC 2181, section 8)
        int length = message.getShort() & 0xffff;
        int end = message.position() + length;
        if (ofClass == RecordQuestion.INTERNET && type == RecordType.CNAME) {
            aliases.put(name, new Alias(DomainName.read(message), ttlSeconds));
        } else if (ofClass == RecordQuestion.INTERNET && type == question.type().number()) {
            found.add(new Found(name, address(length), ttlSeconds));
        }
        message.position(end);
    }

    private byte[] address(int length) throws MalformedReplyException {
        if (length != question.type().length()) {
            throw new MalformedReplyException("an address of " + length + " bytes");
        }
        byte[] address = new byte[length];
        message.get(address);
        return address;
    }

    /** Follows the aliases from the name that was asked for; what the message has of others does not matter. */
    private RecordReply reply(int code, boolean isTruncated) throws MalformedReplyException {
        String name = question.name();
        long ttlSeconds = Integer.MAX_VALUE;
        for (int i = 0; aliases.containsKey(name); i++) {
            if (i == MAX_ALIASES) {
                throw new MalformedReplyException("more than " + MAX_ALIASES + " aliases in a row");
            }
            Alias alias = aliases.get(name);
            name = alias.target();
            ttlSeconds = Math.min(ttlSeconds, alias.ttlSeconds());
        }
        List<byte[]> addresses = new ArrayList<>();
        for (Found each : found) {
            if (each.name.equals(name)) {
                addresses.add(each.address);
                ttlSeconds = Math.min(ttlSeconds, each.ttlSeconds);
            }
        }
        return new RecordReply(code, isTruncated, List.copyOf(addresses), Duration.ofSeconds(ttlSeconds));
    }
}
