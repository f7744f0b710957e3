package dev.weir.internal.async;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.internal.deadline.FakeAlarms;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

class ReceiveWindowTest {

    private static final int LEAST = 16_000;

    private final List<Integer> granted = new CopyOnWriteArrayList<>();
    private final FakeAlarms time = new FakeAlarms();
    private final Silence silence = new Silence(0, new Unlimited(), time.alarms());
    private final ReceiveWindow window = window(4 * LEAST);

    private ReceiveWindow window(int size) {
        return new ReceiveWindow(size, LEAST, silence);
    }

    /** An exchange without a read timeout. */
    private static final class Unlimited implements Silence.Heard {

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
    void grantsAtOnceWhatWasAskedForBefore() throws IOException {
        window.update(20_000);

        window.to(granted::add);

        assertThat(granted).containsExactly(20_000);
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
}
