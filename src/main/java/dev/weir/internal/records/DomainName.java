package dev.weir.internal.records;

import java.net.IDN;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** A name as messages have it: labels with their lengths before them, in lower case (RFC 1035, section 3.1). */
final class DomainName {

    private static final int MAX_LABEL = 63;
    static final int MAX_NAME = 253;
    private static final int POINTER = 0xc0;
    // More than any name needs; a message whose pointers form a circle has more.
    private static final int MAX_STEPS = 128;

    private DomainName() {}

    /**
     * Returns a host name as it is asked for: in lower case, without a dot at its end.
     *
     * @param host the name; one with other characters than ASCII is encoded
     * @throws UnknownHostException if no name server can be asked for it
     */
    static String of(String host) throws UnknownHostException {
        String name = ascii(host.endsWith(".") ? host.substring(0, host.length() - 1) : host);
        boolean isSound = !name.isEmpty() && name.length() <= MAX_NAME;
        for (String label : name.split("\\.", -1)) {
            isSound &= !label.isEmpty() && label.length() <= MAX_LABEL;
        }
        if (!isSound) {
            throw new UnknownHostException(host + ": is no host name, because labels have 1 to " + MAX_LABEL
                    + " characters, and names at most " + MAX_NAME);
        }
        return name;
    }

    private static String ascii(String host) throws UnknownHostException {
        try {
            boolean isAscii = host.chars().allMatch(c -> c < 128);
            return (isAscii ? host : IDN.toASCII(host)).toLowerCase(Locale.ROOT);
        } catch (IllegalArgumentException e) {
            UnknownHostException failure = new UnknownHostException(host + ": is no host name");
            failure.initCause(e);
            throw failure;
        }
    }

    static void write(String name, ByteBuffer message) {
        for (String label : name.split("\\.", -1)) {
            byte[] bytes = label.getBytes(StandardCharsets.ISO_8859_1);
            message.put((byte) bytes.length).put(bytes);
        }
        message.put((byte) 0);
    }

    /** Reads a name, whose end may be elsewhere in the message, and moves the message past it. */
    static String read(ByteBuffer message) throws MalformedReplyException {
        StringBuilder name = new StringBuilder();
        ByteBuffer at = message;
        for (int step = 0; step < MAX_STEPS; step++) {
            int length = at.get() & 0xff;
            if (length == 0) {
                return name.toString();
            }
            if (length >= POINTER) {
                int target = (length & ~POINTER) << 8 | (at.get() & 0xff);
                at = message.duplicate().position(target);
            } else if (length <= MAX_LABEL) {
                append(at, length, name);
            } else {
                throw new MalformedReplyException("a label of " + length + " bytes");
            }
        }
        throw new MalformedReplyException("a name without an end");
    }

    // A dot within a label is told apart from one between labels, so that no other name looks like the one asked for.
    private static void append(ByteBuffer at, int length, StringBuilder name) {
        byte[] label = new byte[length];
        at.get(label);
        String text = new String(label, StandardCharsets.ISO_8859_1).toLowerCase(Locale.ROOT);
        name.append(name.length() == 0 ? "" : ".").append(text.replace(".", "\\."));
    }
}
