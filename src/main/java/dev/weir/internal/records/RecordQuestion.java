package dev.weir.internal.records;

import java.nio.ByteBuffer;

/**
 * What a name server is asked for. Immutable.
 *
 * @param name a name in the form of {@link DomainName#of}
 * @param type the type of the records
 */
record RecordQuestion(String name, RecordType type) {

    static final int INTERNET = 1;

    private static final int LONGEST = 512;
    private static final short RECURSION_DESIRED = 0x0100;

    /** Writes the message with this question alone. */
    byte[] message(int id) {
        ByteBuffer message = ByteBuffer.allocate(LONGEST);
        message.putShort((short) id).putShort(RECURSION_DESIRED);
        message.putShort((short) 1).putShort((short) 0).putShort((short) 0).putShort((short) 0);
        DomainName.write(name, message);
        message.putShort((short) type.number()).putShort((short) INTERNET);
        byte[] bytes = new byte[message.position()];
        message.flip().get(bytes);
        return bytes;
    }
}
