package dev.weir.internal.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;

class InboxTest {

    private final Inbox inbox = new Inbox();

    private void put(String text) {
        inbox.put(ByteBuffer.wrap(text.getBytes(StandardCharsets.US_ASCII)));
    }

    private String take(int most) {
        byte[] bytes = new byte[most];
        return new String(bytes, 0, inbox.take(bytes, 0, most), StandardCharsets.US_ASCII);
    }

    @Test
    void givesBytesInTheirOrderWhateverWasTakenBetween() {
        StringBuilder in = new StringBuilder();
        StringBuilder out = new StringBuilder();
        Random random = new Random(7);
        for (int i = 0; i < 1_000; i++) {
            String part = "0123456789".substring(random.nextInt(10));
            put(part);
            in.append(part);
            out.append(take(random.nextInt(12)));
        }

        out.append(take(inbox.size()));

        assertThat(out).hasToString(in.toString());
        assertThat(inbox.isEmpty()).isTrue();
    }

    @Test
    void forgetsWhatIsInItAndGoesOn() {
        put("unwanted");

        int thrownAway = inbox.clear();
        put("wanted");

        assertThat(thrownAway).isEqualTo(8);
        assertThat(take(10)).isEqualTo("wanted");
    }
}
