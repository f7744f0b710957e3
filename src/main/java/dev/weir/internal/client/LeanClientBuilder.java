package dev.weir.internal.client;

import org.apache.hc.client5.http.classic.ExecChainHandler;
import org.apache.hc.client5.http.impl.ChainElement;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.impl.classic.ProtocolExec;
import org.apache.hc.core5.http.config.NamedElementChain;

/** HttpClient's builder, whose clients do for a request only what it needs. */
final class LeanClientBuilder extends HttpClientBuilder {

    // Whoever has put a step of his own in its place keeps that.
    @Override
    protected void customizeExecChain(NamedElementChain<ExecChainHandler> chain) {
        NamedElementChain<ExecChainHandler>.Node protocol = chain.find(ChainElement.PROTOCOL.name());
        if (protocol != null && protocol.getValue() instanceof ProtocolExec full) {
            chain.replace(ChainElement.PROTOCOL.name(), new LeanProtocol(full));
        }
    }
}
