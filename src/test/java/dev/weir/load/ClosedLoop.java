package dev.weir.load;

import java.io.IOException;
import java.util.concurrent.Callable;

/** A caller that sends the next request when it has the response to the one before, until a moment. */
record ClosedLoop(Call sender, long endNanos, LoadClock clock) implements Callable<Answered> {

    @Override
    public Answered call() {
        Answered answered = new Answered();
        long before = clock.nanos();
        for (int number = 0; before - endNanos < 0; number++) {
            before = send(number, before, answered);
        }
        return answered;
    }

    /** Returns when the response was there. */
    private long send(int number, long before, Answered answered) {
        try {
            sender.send(number);
            long after = clock.nanos();
            answered.answer(after - before);
            return after;
        } catch (IOException e) {
            answered.failure();
            return clock.nanos();
        }
    }
}
