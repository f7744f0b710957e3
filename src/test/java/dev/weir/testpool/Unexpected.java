package dev.weir.testpool;

import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;
import org.apache.hc.client5.http.impl.ConnectionShutdownException;

/**
 * What must not happen to a call, however much is made to go wrong around it: a defect of the pool or of what it stands on.
 */
public final class Unexpected {

    /** The message of what a test throws. */
    public static final String ON_PURPOSE = "on purpose";

    private Unexpected() {}

    /** Returns the first of a failure and its causes that no fault explains: neither input and output nor canceling. */
    public static Optional<Throwable> in(Throwable failure) {
        return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
                .filter(each -> each instanceof RuntimeException || each instanceof Error)
                .filter(each -> !isOfCancelling(each) && !ON_PURPOSE.equals(each.getMessage()))
                .findFirst();
    }

    private static boolean isOfCancelling(Throwable failure) {
        return failure instanceof CancellationException
                || failure instanceof ConnectionShutdownException
                || isOfHttpClient(failure);
    }

    // HttpClient says so to the thread of a call whose connection another thread has given back.
    private static boolean isOfHttpClient(Throwable failure) {
        return failure.getClass() == IllegalStateException.class
                && "Endpoint not acquired / already released".equals(failure.getMessage());
    }
}
