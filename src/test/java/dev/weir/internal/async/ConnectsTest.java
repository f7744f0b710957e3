package dev.weir.internal.async;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.apache.hc.core5.concurrent.CallbackContribution;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.reactor.IOSession;
import org.junit.jupiter.api.Test;

class ConnectsTest {

    private final Connects connects = new Connects();
    private final FutureCallback<IOSession> callback = new CallbackContribution<>(null) {
        @Override
        public void completed(IOSession session) {}
    };

    private Future<IOSession> begin() {
        return connects.begin(callback, told -> new CompletableFuture<>());
    }

    @Test
    void cancelsWhatIsUnderWay() {
        Future<IOSession> first = begin();
        Future<IOSession> second = begin();

        connects.cancel();

        assertThat(first).isCancelled();
        assertThat(second).isCancelled();
    }

    @Test
    void cancelsOneWhoseThreadEndsBeforeItsFutureIsKnown() {
        Future<IOSession> lost = connects.begin(callback, told -> {
            connects.cancel();
            return new CompletableFuture<>();
        });

        assertThat(lost).isCancelled();
    }

    @Test
    void cancelsOneThatBeginsAfterItsThreadHasEnded() {
        connects.cancel();

        assertThat(begin()).isCancelled();
    }

    @Test
    void leavesOneThatHasEnded() {
        Future<IOSession> ended = connects.begin(callback, told -> {
            told.failed(new IllegalStateException());
            return new CompletableFuture<>();
        });

        connects.cancel();

        assertThat(ended).isNotCancelled();
    }
}
