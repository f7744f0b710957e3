package dev.weir.internal.deadline;

import java.util.ArrayDeque;
import java.util.Queue;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.Z_Result;

/** An alarm is switched on at the moment in which a look finds it off and has it leave its place. */
@JCStressTest
@Outcome(id = "true", expect = Expect.ACCEPTABLE, desc = "A later look rings it.")
@Outcome(expect = Expect.FORBIDDEN, desc = "It is on, and no look sees it.")
@State
public class LeavingAndSwitchingOn {

    private final AlarmPlaces places = new AlarmPlaces(2);
    private final Queue<Alarm> due = new ArrayDeque<>();
    private final MovableAlarm alarm = new MovableAlarm() {
        @Override
        protected void ring() {}
    };

    /** Begins a read and ends it, so that the alarm has a place. */
    public LeavingAndSwitchingOn() {
        alarm.on(1);
        places.add(alarm, 0);
        alarm.off();
    }

    /** Looks. */
    @Actor
    public void look() {
        places.takeDue(1, due, 10);
    }

    /** Begins the next read. */
    @Actor
    public void on() {
        if (alarm.on(2) == MovableAlarm.Before.AWAY) {
            places.add(alarm, 0);
        }
    }

    /** Looks when the time is over. */
    @Arbiter
    public void lookAgain(Z_Result result) {
        places.takeDue(3, due, 10);
        result.r1 = due.poll() == alarm;
    }
}
