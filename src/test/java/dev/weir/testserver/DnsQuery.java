package dev.weir.testserver;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * What a name server was asked.
 *
 * @param id the number of the question
 * @param name the name, without a dot at its end
 * @param type 1 for A, 28 for AAAA
 * @param isStream whether it came over TCP
 */
public record DnsQuery(int id, String name, int type, boolean isStream) {

    public static final int SERVER_FAILURE = 2;
    public static final int NO_SUCH_NAME = 3;
    public static final int REFUSED = 5;

    private static final int RESPONSE = 0x8180;
    private static final int TRUNCATED = 0x0200;
    private static final int LONGEST = 60_000;

    static DnsQuery parse(byte[] message, boolean isStream) {
        ByteBuffer in = ByteBuffer.wrap(message);
        int id = in.getShort(0) & 0xffff;
        in.position(12);
        StringBuilder name = new StringBuilder();
        for (int length = in.get(); length > 0; length = in.get()) {
            byte[] label = new byte[length];
            in.get(label);
            name.append(name.length() == 0 ? "" : ".").append(new String(label, StandardCharsets.ISO_8859_1));
        }
        return new DnsQuery(id, name.toString(), in.getShort(), isStream);
    }

    public boolean isA() {
        return type == DnsRecord.A;
    }

    /** A reply with those of the records that have the type, and all aliases. */
    public byte[] reply(DnsRecord... records) {
        return message(RESPONSE, List.of(records));
    }

    /** A reply that says why there is none. */
    public byte[] failure(int code) {
        return message(RESPONSE | code, List.of());
    }

    /** A reply that has to be asked for again over TCP. */
    public byte[] truncated() {
        return message(RESPONSE | TRUNCATED, List.of());
    }

    private byte[] message(int flags, List<DnsRecord> records) {
        List<DnsRecord> fitting = records.stream()
                .filter(record -> record.type() == type || record.type() == DnsRecord.CNAME)
                .toList();
        ByteBuffer out = ByteBuffer.allocate(LONGEST);
        out.putShort((short) id).putShort((short) flags);
        out.putShort((short) 1).putShort((short) fitting.size()).putInt(0);
        out.put(DnsRecord.encoded(name)).putShort((short) type).putShort((short) 1);
        fitting.forEach(record -> record.write(out, name));
        byte[] bytes = new byte[out.position()];
        out.flip().get(bytes);
        return bytes;
    }
}
