package dev.weir.event;

import java.time.Duration;
import java.util.List;

/**
 * Where the time of one call went, and which connection carried it. The pool fills it in while the request is under way; a
 * request that is sent again shows its last exchange, and {@link #attempts()} has all of them. Other threads may read it
 * once the call is over, which for an asynchronous call is when its callback runs. Its text is a line for people.
 *
 * <p>Weir makes it, and programs read it: do not implement it, as accessors may be added.
 */
public interface LeaseFacts extends ExchangeFacts {

    /**
     * {@return the time of the call, from its start to the last byte of the response, or to its failure; zero until it is
     * over. An asynchronous client counts until the last byte has arrived, a blocking one until it was read}
     */
    Duration total();

    /**
     * {@return whether its caller gave the call up before a response came: canceled the request or its future, or was
     * interrupted. Such a call has no {@link #failure()}, whatever exception its caller gets. A response that is given up
     * while its body is read counts as one that is closed early: the call was answered}
     */
    boolean isCancelled();

    /**
     * {@return the time before the last exchange that was neither its wait nor its dial: earlier attempts, redirects and
     * pauses, the tunnel through a proxy, and what the client does before it sends. With {@link #waited()}, {@link
     * #dialed()}, {@link #firstByte()} and {@link #body()} it adds up to {@link #total()} if there is a response}
     */
    Duration before();

    /**
     * {@return how often the request was sent: more than once after a failure, a redirect or a challenge}
     */
    int exchanges();

    /**
     * {@return the exchanges of the call, the last one at the end; of more than twenty the first ten and the last ten. Of
     * each, the times of {@link ExchangeFacts#pause()}, {@link ExchangeFacts#waited()}, {@link ExchangeFacts#dialed()},
     * {@link ExchangeFacts#firstByte()} or {@link ExchangeFacts#unanswered()}, and {@link ExchangeFacts#body()} follow each
     * other, so that those of all add up to {@link #total()}}
     */
    List<ExchangeFacts> attempts();
}
