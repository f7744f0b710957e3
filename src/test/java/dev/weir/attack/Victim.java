package dev.weir.attack;

import java.io.IOException;

/** A client under attack, with all that belongs to it. Thread-safe. */
interface Victim extends AutoCloseable {

    /** Sends a request and returns its whole response; any exception is an error that the caller sees. */
    Reply send(Call call) throws Exception;

    @Override
    void close() throws IOException;

    /** Sends a request that has an honest response, and says what came. */
    default Outcome outcome(Call call) {
        Reply reply;
        try {
            reply = send(call);
        } catch (Exception e) {
            return Outcome.ERROR;
        }
        return Outcome.foreignIf(!reply.isFor(call));
    }

    /** Sends a request whose response may be anything that an attacker has not forged. */
    default Outcome unforged(Call call) {
        try {
            return Outcome.foreignIf(send(call).isForged());
        } catch (Exception e) {
            return Outcome.ERROR;
        }
    }

    /** Sends a request whose response may be anything, for it is the server's own. */
    default Outcome any(Call call) {
        try {
            send(call);
            return Outcome.OWN;
        } catch (Exception e) {
            return Outcome.ERROR;
        }
    }
}
