package dev.weir.testserver;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** What a name server knows of a name: an address or an alias, and for how many seconds. Immutable. */
public final class DnsRecord {

    public static final int A = 1;
    public static final int CNAME = 5;
    public static final int AAAA = 28;

    private static final int POINTER_TO_QUESTION = 0xc00c;

    private final String name;
    private final int type;
    private final int ttlSeconds;
    private final byte[] data;

    private DnsRecord(String name, int type, int ttlSeconds, byte[] data) {
        this.name = name;
        this.type = type;
        this.ttlSeconds = ttlSeconds;
        this.data = data;
    }

    /** An address, of IPv4 or IPv6. */
    public static DnsRecord address(String name, int ttlSeconds, String literal) {
        byte[] address = LoopbackNames.literal(literal).getAddress();
        return new DnsRecord(name, address.length == 4 ? A : AAAA, ttlSeconds, address);
    }

    public static DnsRecord alias(String name, int ttlSeconds, String target) {
        return new DnsRecord(name, CNAME, ttlSeconds, encoded(target));
    }

    String name() {
        return name;
    }

    int type() {
        return type;
    }

    static byte[] encoded(String name) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (String label : name.split("\\.", -1)) {
            out.write(label.length());
            out.writeBytes(label.getBytes(StandardCharsets.ISO_8859_1));
        }
        out.write(0);
        return out.toByteArray();
    }

    /** Like real servers, names the question by a pointer. */
    void write(ByteBuffer out, String asked) {
        if (name.equals(asked)) {
            out.putShort((short) POINTER_TO_QUESTION);
        } else {
            out.put(encoded(name));
        }
        out.putShort((short) type).putShort((short) 1).putInt(ttlSeconds);
        out.putShort((short) data.length).put(data);
    }
}
