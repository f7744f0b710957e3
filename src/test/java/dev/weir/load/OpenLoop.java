package dev.weir.load;

import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A caller that takes the next request of a schedule, which it shares with others, and sends it when it is to be sent, or at
 * once if all callers were busy then. The time of a request counts from its moment in the schedule in either case: a caller
 * that is stalled keeps none of those from the count that came meanwhile.
 *
 * @param taken how many requests have been taken by all callers
 */
record OpenLoop(Call sender, Schedule schedule, AtomicLong taken, LoadClock clock) implements Callable<Answered> {

    @Override
    public Answered call() {
        Answered answered = new Answered();
        int number = 0;
        for (long i = taken.getAndIncrement(); i < schedule.count(); i = taken.getAndIncrement()) {
            long moment = schedule.momentOf(i);
            clock.await(moment);
            send(number++, moment, answered);
        }
        return answered;
    }

    private void send(int number, long moment, Answered answered) {
        try {
            sender.send(number);
            answered.answer(clock.nanos() - moment);
        } catch (IOException e) {
            answered.failure();
        }
    }
}
