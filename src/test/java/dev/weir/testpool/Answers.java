package dev.weir.testpool;

import static org.assertj.core.api.Assertions.catchThrowable;

import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.hc.client5.http.async.methods.SimpleHttpResponse;

/** How calls of asynchronous clients ended; a test waits for that long enough, and then fails. */
public final class Answers {

    private Answers() {}

    public static String text(Future<SimpleHttpResponse> answer) {
        try {
            return answer.get(PoolCall.PATIENCE.toSeconds(), TimeUnit.SECONDS).getBodyText();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    /** Returns what a call failed with, or what became of waiting for it. */
    public static Throwable failure(Future<?> answer) {
        Throwable thrown = catchThrowable(() -> answer.get(PoolCall.PATIENCE.toSeconds(), TimeUnit.SECONDS));
        Throwable cause = thrown instanceof ExecutionException ? thrown.getCause() : null;
        return cause != null ? cause : Objects.requireNonNull(thrown);
    }
}
