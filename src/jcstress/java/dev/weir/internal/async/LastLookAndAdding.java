package dev.weir.internal.async;

import org.apache.hc.core5.http.nio.command.ShutdownCommand;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.ZZ_Result;

/** A caller adds a command at the moment in which the thread of the connection, still awake, finds none left. */
@JCStressTest
@Outcome(id = "true, false", expect = Expect.ACCEPTABLE, desc = "The caller wakes the thread, which looks again.")
@Outcome(id = "false, true", expect = Expect.ACCEPTABLE, desc = "The thread takes the command.")
@Outcome(id = "true, true", expect = Expect.ACCEPTABLE, desc = "The thread takes it, and is woken for nothing.")
@Outcome(expect = Expect.FORBIDDEN, desc = "The command stays, and nothing wakes the thread.")
@State
public class LastLookAndAdding {

    private final CommandQueue commands = new CommandQueue();

    /** Wakes the thread by a first command, which it has taken. */
    public LastLookAndAdding() {
        commands.add(ShutdownCommand.GRACEFUL);
        commands.poll();
    }

    /** Adds a command. */
    @Actor
    public void add(ZZ_Result result) {
        result.r1 = commands.add(ShutdownCommand.GRACEFUL);
    }

    /** Looks for one more. */
    @Actor
    public void poll(ZZ_Result result) {
        result.r2 = commands.poll() != null;
    }
}
