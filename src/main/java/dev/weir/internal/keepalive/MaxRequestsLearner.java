package dev.weir.internal.keepalive;

import java.util.concurrent.locks.ReentrantLock;

/**
 * Learns for one route after how many requests its server ends a connection. Connections that end after the same number,
 * three in a row, teach it; one that goes on beyond it refutes it. It reads no clock. Thread-safe: a request costs one
 * volatile read.
 */
public final class MaxRequestsLearner {

    /** Stands for no limit. */
    public static final long NONE = Long.MAX_VALUE;

    private static final int AGREEING = 3;

    private final ReentrantLock lock = new ReentrantLock();

    // Written under the lock, read without it.
    private volatile Evidence evidence = new Evidence(NONE, 0, NONE);

    /**
     * Returns how many requests the server answers on each connection.
     *
     * @return the number; {@link #NONE} if nothing was learned
     */
    public long maxRequests() {
        return evidence.learned;
    }

    /**
     * Tells whether a response would change what is known.
     *
     * @param requests how many requests its connection has carried
     * @param isLast whether the server ends the connection with it
     * @return whether to note it
     */
    public boolean isTold(long requests, boolean isLast) {
        Evidence known = evidence;
        return isLast || requests >= Math.min(known.last, known.learned);
    }

    /**
     * Notes a response.
     *
     * @param requests how many requests its connection has carried
     * @param isLast whether the server ends the connection with it, without having been asked to
     * @return whether that changes how many requests the server is expected to answer
     */
    public boolean answered(long requests, boolean isLast) {
        lock.lock();
        try {
            long before = evidence.learned;
            evidence = isLast ? evidence.ended(requests) : evidence.outlived(requests);
            return evidence.learned != before;
        } finally {
            lock.unlock();
        }
    }

    /** The last end, how often in a row it was the same, and the conclusion. */
    private record Evidence(long last, int inARow, long learned) {

        Evidence ended(long requests) {
            if (requests != last) {
                return new Evidence(requests, 1, learned);
            }
            return inARow == AGREEING ? this : next();
        }

        private Evidence next() {
            return new Evidence(last, inARow + 1, inARow + 1 == AGREEING ? last : learned);
        }

        Evidence outlived(long requests) {
            boolean isRefuted = requests >= last;
            return new Evidence(isRefuted ? NONE : last, isRefuted ? 0 : inARow, requests >= learned ? NONE : learned);
        }
    }
}
