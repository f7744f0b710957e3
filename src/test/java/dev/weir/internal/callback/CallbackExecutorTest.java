package dev.weir.internal.callback;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class CallbackExecutorTest {

    private static final int CALLERS = 100_000;

    private final CompletableFuture<Integer> told = new CompletableFuture<>();

    // Each caller is told within what the one before is told.
    private void tell(int callers) {
        if (callers == CALLERS) {
            told.complete(callers);
        } else {
            CallbackExecutor.run(() -> tell(callers + 1));
        }
    }

    private static <T> T on(Thread thread, CompletableFuture<T> result) throws Exception {
        thread.start();
        T value = result.get(30, TimeUnit.SECONDS);
        thread.join();
        return value;
    }

    @Test
    void holdsNoClassesOfTheApplicationThatStartsAThread() throws IOException {
        Thread current = Thread.currentThread();
        ClassLoader before = current.getContextClassLoader();
        try (URLClassLoader application = new URLClassLoader(new URL[0], before)) {
            current.setContextClassLoader(application);

            Thread thread = new CallbackThread(() -> {}, "calling", true);

            assertThat(thread.getContextClassLoader()).isSameAs(CallbackThread.class.getClassLoader());
        } finally {
            current.setContextClassLoader(before);
        }
    }

    @Test
    void tellsAnyNumberOfCallersOfWhomOneBringsAboutTheNext() throws Exception {
        assertThat(on(new CallbackThread(() -> tell(0), "telling", false), told))
                .isEqualTo(CALLERS);
    }

    @Test
    void tellsThemFromAnyThread() throws Exception {
        assertThat(on(new Thread(() -> tell(0)), told)).isEqualTo(CALLERS);
    }

    @Test
    void answersACallAtOnceAndOneWithinACallbackAfterIt() throws Exception {
        List<String> said = new ArrayList<>();
        CompletableFuture<List<String>> result = new CompletableFuture<>();

        CallbackExecutor.answer(() -> said.add("at once"));
        on(
                new CallbackThread(
                        () -> {
                            CallbackExecutor.answer(() -> {
                                CallbackExecutor.answer(() -> said.add("after it"));
                                said.add("the callback");
                            });
                            result.complete(said);
                        },
                        "telling",
                        false),
                result);

        assertThat(said).containsExactly("at once", "the callback", "after it");
    }

    @Test
    void tellsTheOthersWhenOneFails() throws Exception {
        CompletableFuture<String> other = new CompletableFuture<>();

        on(
                new CallbackThread(
                        () -> CallbackExecutor.run(() -> {
                            CallbackExecutor.run(() -> other.complete("told"));
                            throw new IllegalStateException("a caller who fails");
                        }),
                        "telling",
                        false),
                other);

        assertThat(other).isCompletedWithValue("told");
    }
}
