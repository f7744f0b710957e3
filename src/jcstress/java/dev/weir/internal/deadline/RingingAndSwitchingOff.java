package dev.weir.internal.deadline;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** A read ends at the moment in which its alarm rings. */
@JCStressTest
@Outcome(id = "true, false", expect = Expect.ACCEPTABLE, desc = "It rings, and the read knows.")
@Outcome(id = "false, true", expect = Expect.ACCEPTABLE, desc = "The read has ended in time.")
@Outcome(
        expect = Expect.FORBIDDEN,
        desc = "It rings into what follows the read, or a read ends that no alarm has ended.")
@State
public class RingingAndSwitchingOff {

    private final MovableAlarm alarm = new MovableAlarm() {
        @Override
        protected void ring() {}
    };

    /** Begins a read. */
    public RingingAndSwitchingOff() {
        alarm.on(1);
    }

    /** Looks when the time is over. */
    @Actor
    public void look(ZZ_Result result) {
        result.r1 = alarm.decide(2) == Alarm.Fate.RINGS;
    }

    /** Ends the read. */
    @Actor
    public void off(ZZ_Result result) {
        result.r2 = alarm.off();
    }
}
