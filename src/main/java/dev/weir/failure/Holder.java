package dev.weir.failure;

import java.time.Duration;
import java.util.List;

/**
 * A caller that holds a connection, or an exchange on a shared one. Immutable.
 *
 * <p>Weir makes it, and programs read it: do not implement it, as accessors may be added.
 */
public interface Holder {

    /** {@return the target of the connection} */
    String route();

    /** {@return the name of the thread that leased it} */
    String thread();

    /** {@return time since the lease} */
    Duration age();

    /** {@return method and path of the last request, without its query; empty if none was sent yet} */
    String request();

    /**
     * {@return the stack of the lease, beginning with the program's own code; empty unless {@code leakDetection} recorded
     * it}
     */
    List<StackTraceElement> acquiredAt();

    /** {@return the connection's name in HttpClient's own debug log} */
    String connection();

    /** {@return whether it is suspected to be a leak} */
    boolean isSuspected();
}
