package dev.weir.internal.hedge;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Decides between a request and its hedge: the first response counts, and a failure only if the other fails, too.
 * Thread-safe.
 */
public final class HedgeRace {

    /** What a response is worth. */
    public enum Response {
        /** It counts, and the hedge was never sent or has failed. */
        COUNTS,
        /** It counts, and the hedge was sent, whichever of the two responded. */
        COUNTS_BESIDE_HEDGE,
        /** Another one counts already. */
        LATE
    }

    /** What happens to a call when one of the two fails. */
    public enum Failure {
        /** The other one goes on. */
        WAITS,
        /** The other one has failed, or was never sent: the call fails. */
        LAST,
        /** The other one has responded. */
        OVER
    }

    private static final int BEGUN = 1;
    private static final int FIRST_FAILED = 2;
    private static final int HEDGE_FAILED = 4;
    private static final int WON = 8;
    private static final int CANCELLED = 16;

    private final AtomicInteger state = new AtomicInteger();

    /**
     * Tells whether the hedge could begin at the moment.
     *
     * @return false if the call has ended or fails, so that it never will
     */
    public boolean mayBegin() {
        return mayBegin(state.get());
    }

    private static boolean mayBegin(int known) {
        return (known & (FIRST_FAILED | WON | CANCELLED)) == 0;
    }

    /**
     * Lets the hedge begin.
     *
     * @return false if it must not, because the call has ended or fails
     */
    public boolean begins() {
        int known = state.get();
        while (mayBegin(known)) {
            if (state.compareAndSet(known, known | BEGUN)) {
                return true;
            }
            known = state.get();
        }
        return false;
    }

    /**
     * Notes that one of the two responds.
     *
     * @return what its response is worth
     */
    public Response responds() {
        int before = note(WON);
        if ((before & WON) != 0) {
            return Response.LATE;
        }
        return (before & (BEGUN | HEDGE_FAILED)) == BEGUN ? Response.COUNTS_BESIDE_HEDGE : Response.COUNTS;
    }

    /**
     * Tells whether a response counts already, or the call was canceled.
     *
     * @return whether nothing else matters
     */
    public boolean isOver() {
        return (state.get() & (WON | CANCELLED)) != 0;
    }

    /** Prevents a hedge from beginning. */
    public void cancel() {
        note(CANCELLED);
    }

    /**
     * Notes that the first request fails.
     *
     * @return what happens to the call
     */
    public Failure firstFails() {
        int before = note(FIRST_FAILED);
        if ((before & WON) != 0) {
            return Failure.OVER;
        }
        return (before & (BEGUN | HEDGE_FAILED)) == BEGUN ? Failure.WAITS : Failure.LAST;
    }

    /**
     * Notes that the hedge fails.
     *
     * @return what happens to the call
     */
    public Failure hedgeFails() {
        int before = note(HEDGE_FAILED);
        if ((before & WON) != 0) {
            return Failure.OVER;
        }
        return (before & FIRST_FAILED) == 0 ? Failure.WAITS : Failure.LAST;
    }

    // Returns what was known before. Needs no memory: what is not noted would leave the call waiting.
    private int note(int news) {
        int known = state.get();
        while (!state.compareAndSet(known, known | news)) {
            known = state.get();
        }
        return known;
    }
}
