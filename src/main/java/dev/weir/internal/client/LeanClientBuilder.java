package dev.weir.internal.client;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.apache.hc.client5.http.classic.ExecChainHandler;
import org.apache.hc.client5.http.impl.ChainElement;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.impl.classic.ProtocolExec;
import org.apache.hc.core5.http.config.NamedElementChain;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** HttpClient's builder, whose clients do only the work that a request needs. */
final class LeanClientBuilder extends HttpClientBuilder {

    private static final Logger LOG = LoggerFactory.getLogger(LeanClientBuilder.class);

    // Written by the thread that builds.
    private List<ExecChainHandler> steps = List.of();

    /**
     * Continues another builder: a framework starts with its own, and only a subclass of the builder can replace the step. A
     * builder that is not exactly HttpClient's own stays as it is.
     */
    static HttpClientBuilder goingOnFrom(HttpClientBuilder other) {
        if (other.getClass() != HttpClientBuilder.class) {
            return other;
        }
        LeanClientBuilder lean = new LeanClientBuilder();
        try {
            Internals.copy(HttpClientBuilder.class, other, lean);
            return lean;
        } catch (ReflectiveOperationException | RuntimeException e) {
            // Where fields may not be read, each request costs a little more; nothing else changes.
            LOG.debug("The client keeps HttpClient's preparations for authentication", e);
            return other;
        }
    }

    // A replacement by a customizer stays.
    @Override
    protected void customizeExecChain(NamedElementChain<ExecChainHandler> chain) {
        NamedElementChain<ExecChainHandler>.Node protocol = chain.find(ChainElement.PROTOCOL.name());
        if (protocol != null && protocol.getValue() instanceof ProtocolExec full) {
            chain.replace(ChainElement.PROTOCOL.name(), new LeanProtocol(full));
        }
        steps = listed(chain);
    }

    private static List<ExecChainHandler> listed(NamedElementChain<ExecChainHandler> chain) {
        Deque<ExecChainHandler> handlers = new ArrayDeque<>();
        NamedElementChain<ExecChainHandler>.Node each = chain.getLast();
        while (each != null) {
            handlers.addFirst(each.getValue());
            each = each.getPrevious();
        }
        return List.copyOf(handlers);
    }

    /** Returns the steps of the last chain that was built, outermost first; none before the first. */
    List<ExecChainHandler> steps() {
        return steps;
    }
}
