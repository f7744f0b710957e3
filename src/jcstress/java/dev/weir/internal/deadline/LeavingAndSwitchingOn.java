package dev.weir.internal.deadline;

import dev.weir.internal.thread.NoThreadException;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.Z_Result;

/** An alarm is switched on at the moment in which a look finds it off and removes it. */
@JCStressTest
@Outcome(id = "true", expect = Expect.ACCEPTABLE, desc = "A later look rings it.")
@Outcome(expect = Expect.FORBIDDEN, desc = "It is on, and no look sees it.")
@State
public class LeavingAndSwitchingOn {

    private final Alarms alarms = new Alarms(task -> new Unneeded(), () -> 0);
    private boolean rang;
    private final MovableAlarm alarm = new MovableAlarm() {
        @Override
        protected void ring() {
            rang = true;
        }
    };

    /** Begins a read and ends it. */
    public LeavingAndSwitchingOn() {
        switchOn(1);
        alarm.off();
    }

    // Races must not throw checked exceptions.
    private void switchOn(long nanos) {
        try {
            alarms.on(alarm, nanos);
        } catch (NoThreadException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Looks. */
    @Actor
    public void look() {
        alarms.ring(1);
    }

    /** Begins the next read. */
    @Actor
    public void on() {
        switchOn(2);
    }

    /** Looks when the time is over. */
    @Arbiter
    public void lookAgain(Z_Result result) {
        alarms.ring(3);
        result.r1 = rang;
    }

    private static final class Unneeded extends Thread {
        @Override
        public void start() {
            // The race rings instead.
        }
    }
}
