package dev.weir.internal.callback;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Which threads a blocking call is refused on. */
class BlockingCallsTest {

    @Test
    void refusesThreadsThatReactorMarks() {
        Optional<IllegalStateException> refusal = Mono.fromCallable(BlockingCallsTest::refusal)
                .subscribeOn(Schedulers.parallel())
                .block();

        assertThat(refusal)
                .get(InstanceOfAssertFactories.THROWABLE)
                .hasMessageMatching(
                        "The thread 'parallel-\\d+' must not wait for a response: Reactor marks it as NonBlocking\\."
                                + " Use a WebClient here, or move the blocking call to a thread that may wait:"
                                + " Mono\\.fromCallable\\(\\.\\.\\.\\)\\.subscribeOn\\(Schedulers\\.boundedElastic\\(\\)\\)\\."
                                + " The system property weir\\.blockingOnReactorThreads=allow lets it pass");
    }

    @Test
    void refusesIoThreads() throws Exception {
        assertThat(refusalOn("weir-io-9", true))
                .get(InstanceOfAssertFactories.THROWABLE)
                .hasMessageStartingWith("The I/O thread 'weir-io-9' must not wait for a response");
    }

    @Test
    void letsThreadsOfCallbacksWait() throws Exception {
        assertThat(refusalOn("weir-callback", false)).isEmpty();
    }

    @Test
    void letsElasticThreadsWait() {
        assertThat(Mono.fromCallable(BlockingCallsTest::refusal)
                        .subscribeOn(Schedulers.boundedElastic())
                        .block())
                .isEmpty();
    }

    @Test
    void letsOtherThreadsWait() {
        assertThatCode(BlockingCalls::check).doesNotThrowAnyException();
    }

    private static Optional<IllegalStateException> refusal() {
        try {
            BlockingCalls.check();
            return Optional.empty();
        } catch (IllegalStateException e) {
            return Optional.of(e);
        }
    }

    private static Optional<IllegalStateException> refusalOn(String thread, boolean servesConnections)
            throws Exception {
        CompletableFuture<Optional<IllegalStateException>> refusal = new CompletableFuture<>();
        new CallbackThread(() -> refusal.complete(refusal()), thread, servesConnections).start();
        return refusal.get(30, TimeUnit.SECONDS);
    }
}
