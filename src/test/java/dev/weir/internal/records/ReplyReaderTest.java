package dev.weir.internal.records;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.testserver.DnsQuery;
import dev.weir.testserver.DnsRecord;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReplyReaderTest {

    private static final int ID = 4711;
    private static final String NAME = "recs.test";
    private static final RecordQuestion QUESTION = new RecordQuestion(NAME, RecordType.A);
    private static final DnsQuery QUERY = new DnsQuery(ID, NAME, DnsRecord.A, false);

    @Test
    void addressesComeInTheOrderOfTheServer() throws Exception {
        byte[] reply = QUERY.reply(
                DnsRecord.address(NAME, 30, "10.0.0.2"),
                DnsRecord.address(NAME, 20, "10.0.0.1"),
                DnsRecord.address(NAME, 25, "::1"));

        RecordReply read = read(reply);

        assertThat(read.addresses()).containsExactly(new byte[] {10, 0, 0, 2}, new byte[] {10, 0, 0, 1});
        assertThat(read.ttl()).isEqualTo(ofSeconds(20));
        assertThat(read.isTruncated()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"5, 60, 70, 5", "60, 5, 70, 5", "60, 70, 5, 5", "0, 70, 5, 0", "-1, 70, 5, 0"})
    void theSmallestTtlOfAChainCounts(int first, int second, int last, long expected) throws Exception {
        byte[] reply = QUERY.reply(
                DnsRecord.alias(NAME, first, "b.test"),
                DnsRecord.address("c.test", last, "10.0.0.1"),
                DnsRecord.alias("b.test", second, "c.test"));

        assertThat(read(reply).addresses()).hasSize(1);
        assertThat(read(reply).ttl()).isEqualTo(ofSeconds(expected));
    }

    @Test
    void recordsOfOtherNamesDoNotMatter() throws Exception {
        byte[] reply = QUERY.reply(
                DnsRecord.address(NAME, 30, "10.0.0.1"),
                DnsRecord.address("evil.test", 1, "10.0.0.66"),
                DnsRecord.alias("evil.test", 1, NAME));

        assertThat(read(reply).addresses()).containsExactly(new byte[] {10, 0, 0, 1});
        assertThat(read(reply).ttl()).isEqualTo(ofSeconds(30));
    }

    @Test
    void aCircleOfAliasesIsNoReply() {
        byte[] reply = QUERY.reply(DnsRecord.alias(NAME, 30, "b.test"), DnsRecord.alias("b.test", 30, NAME));

        assertThatThrownBy(() -> read(reply))
                .isInstanceOf(MalformedReplyException.class)
                .hasMessageContaining("aliases");
    }

    @Test
    void aCircleOfPointersIsNoReply() {
        byte[] reply = QUERY.reply(DnsRecord.address(NAME, 30, "10.0.0.1"));
        int pointer = 12 + NAME.length() + 2 + 4;
        ByteBuffer.wrap(reply).putShort(pointer, (short) (0xc000 | pointer));

        assertThatThrownBy(() -> read(reply))
                .isInstanceOf(MalformedReplyException.class)
                .hasMessageContaining("name without an end");
    }

    @Test
    void bytesAfterTheEndDoNotMatter() throws Exception {
        byte[] reply = QUERY.reply(DnsRecord.address(NAME, 30, "10.0.0.1"));
        byte[] longer = Arrays.copyOf(reply, reply.length + 100);

        assertThat(read(longer).addresses()).hasSize(1);
    }

    @Test
    void theReplyToAnotherQuestionIsNone() {
        assertThat(isReply(QUERY.reply())).isTrue();
        assertThat(isReply(new DnsQuery(ID, "RECS.test", DnsRecord.A, false).reply()))
                .isTrue();
        assertThat(isReply(new DnsQuery(ID + 1, NAME, DnsRecord.A, false).reply()))
                .isFalse();
        assertThat(isReply(new DnsQuery(ID, "other.test", DnsRecord.A, false).reply()))
                .isFalse();
        assertThat(isReply(new DnsQuery(ID, NAME, DnsRecord.AAAA, false).reply()))
                .isFalse();
        assertThat(isReply(QUESTION.message(ID))).isFalse();
        assertThat(isReply(new byte[11])).isFalse();
    }

    /** Whatever bytes come, they are read or refused, and nothing else. */
    @Test
    void noMessageDoesAnyHarm() {
        byte[] sound = QUERY.reply(
                DnsRecord.alias(NAME, 30, "b.test"),
                DnsRecord.address("b.test", 30, "10.0.0.1"),
                DnsRecord.address("b.test", 30, "10.0.0.2"));
        Random random = new Random(20);
        for (int i = 0; i < 20_000; i++) {
            byte[] broken = Arrays.copyOf(sound, random.nextInt(sound.length + 1));
            for (int changes = random.nextInt(4); changes > 0 && broken.length > 0; changes--) {
                broken[random.nextInt(broken.length)] = (byte) random.nextInt();
            }
            readIfPossible(broken);
        }
    }

    private static void readIfPossible(byte[] message) {
        try {
            if (isReply(message)) {
                assertThat(read(message).ttl()).isGreaterThanOrEqualTo(Duration.ZERO);
            }
        } catch (MalformedReplyException e) {
            assertThat(e).hasMessageStartingWith("its reply has ");
        }
    }

    private static boolean isReply(byte[] message) {
        return ReplyReader.isReply(message, message.length, ID, QUESTION);
    }

    private static RecordReply read(byte[] message) throws MalformedReplyException {
        assertThat(isReply(message)).isTrue();
        return ReplyReader.read(message, message.length, QUESTION);
    }
}
