package dev.weir.internal.callback;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** What waits for the end of what a connection brings at once. */
class EndOfEventTest {

    private final List<String> done = new ArrayList<>();
    private final EndOfEvent end = new EndOfEvent(() -> done.add("asked"));

    @Test
    void asksOnceForAllThatIsToBeDone() {
        end.begun();
        end.run(() -> done.add("first"));
        end.run(() -> done.add("second"));

        end.reached();

        assertThat(done).containsExactly("asked", "first", "second");
    }

    @Test
    void doesTheOthersAndWhatComesLaterWhenOneThrows() {
        end.begun();
        end.run(() -> {
            throw new IllegalStateException("on purpose");
        });
        end.run(() -> done.add("second"));

        end.reached();
        end.begun();
        end.run(() -> done.add("third"));
        end.reached();

        assertThat(done).containsExactly("asked", "second", "asked", "third");
    }

    @Test
    void doesAtOnceWhatComesBetweenTwoEvents() {
        end.begun();
        end.reached();

        end.run(() -> done.add("at once"));

        assertThat(done).containsExactly("at once");
    }

    @Test
    void doesAtOnceWhatComesOnAnotherThread() throws Exception {
        CompletableFuture.runAsync(end::begun).get();

        end.run(() -> done.add("at once"));

        assertThat(done).containsExactly("at once");
    }
}
