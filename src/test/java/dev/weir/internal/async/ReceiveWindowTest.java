package dev.weir.internal.async;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.internal.deadline.FakeAlarms;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class ReceiveWindowTest {

    private static final int LEAST = 16_000;

    private final List<Integer> granted = new CopyOnWriteArrayList<>();
    private final FakeAlarms time = new FakeAlarms();
    private final Silence silence = new Silence(0, new Unlimited(), new SilenceWatch(time.alarms(), List.of()));
    private final ReceiveWindow window = window(4 * LEAST);

    private ReceiveWindow window(int size) {
        return new ReceiveWindow(size, LEAST, silence);
    }

    /** An exchange without a read timeout. */
    private static final class Unlimited implements Silence.Heard {

        @Override
        public Silence silence() {
            throw new IllegalStateException("No watch looks at it");
        }

        @Override
        public boolean isHeldBack() {
            return false;
        }

        @Override
        public void silent(long nanos) {
            throw new IllegalStateException("It may be silent");
        }
    }

    @Test
    void grantsPartsThatAreWorthAFrame() throws IOException {
        window.to(granted::add);

        window.update(2);
        window.update(15_000);
        window.update(1_000);
        window.update(3);

        assertThat(granted).containsExactly(16_002);
    }

    @Test
    void grantsAtOnceWhatWasAskedForBefore() throws IOException {
        window.update(20_000);

        window.to(granted::add);

        assertThat(granted).containsExactly(20_000);
    }

    @Test
    void grantsWhatNoReaderKnowsOf() throws IOException {
        window.received(100, 20_000);

        window.to(granted::add);

        assertThat(granted).containsExactly(20_000);
    }

    @Test
    void grantsNothingBehindTheEnd() throws IOException {
        window.to(granted::add);

        window.ended = true;
        window.update(60_000);

        assertThat(granted).isEmpty();
    }

    @Test
    void grantsAllThatThereIsOnce() throws IOException {
        window.to(granted::add);

        window.update(Integer.MAX_VALUE);
        window.update(Integer.MAX_VALUE);

        assertThat(granted).containsExactly(Integer.MAX_VALUE, Integer.MAX_VALUE);
    }

    @Test
    void grantsSmallPartsAsSoonAsTheServerHasLittleRoom() throws IOException {
        window.to(granted::add);
        window.received(50_000, 0);

        window.update(1_000);
        window.update(100);
        window.update(2_000);

        assertThat(granted).containsExactly(1_100, 2_000);
    }

    @Test
    void keepsSmallPartsWhileALargeWindowHasRoom() throws IOException {
        ReceiveWindow large = window(1 << 20);
        large.to(granted::add);
        large.received(4 * LEAST + 1, 0);

        large.update(2_000);

        assertThat(granted).isEmpty();
    }

    @Test
    void grantsTheLeastPartIfTheServerHasNoRoom() throws IOException {
        window.to(granted::add);
        window.received(4 * LEAST + 1, 0);

        window.update(1);

        assertThat(granted).containsExactly(1);
    }

    @Test
    void grantsASmallPartLaterIfTheServerUsesUpItsRoomMeanwhile() throws IOException {
        window.to(granted::add);
        window.received(3 * LEAST, 0);

        window.update(1_000);
        window.received(LEAST, 0);

        assertThat(granted).containsExactly(1_000);
    }

    @Test
    void isHeldBackWhileMuchIsUnread() throws IOException {
        window.received(40_000, 0);
        assertThat(window.isHeldBack()).isTrue();

        window.update(10_000);

        assertThat(window.isHeldBack()).isFalse();
    }

    /** A reader with a queue of its own, which it reads on another thread than that of the connection. */
    @Nested
    class WithAWholeWindowToRead {

        @BeforeEach
        void fill() throws Exception {
            CallbackSteps.run(() -> {
                window.to(granted::add);
                window.received(4 * LEAST, 0);
            });
        }

        private void grant(int bytes, int times) throws IOException {
            for (int i = 0; i < times; i++) {
                window.update(bytes);
            }
        }

        @Test
        void grantsNothingThatServersCountAsAnAttack() throws IOException {
            grant(100, 10);
            assertThat(granted).isEmpty();

            grant(100, 1);

            assertThat(granted).containsExactly(1_100);
        }
    }
}
