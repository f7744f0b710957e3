package dev.weir.testserver;

import java.security.KeyManagementException;
import java.security.SecureRandom;
import java.util.function.UnaryOperator;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLContextSpi;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;

/** A context whose engines a test wraps. */
public final class EngineContext extends SSLContextSpi {

    private final SSLContext context;
    private final UnaryOperator<SSLEngine> wrapper;

    private EngineContext(SSLContext context, UnaryOperator<SSLEngine> wrapper) {
        this.context = context;
        this.wrapper = wrapper;
    }

    /** Returns a context that does as another one, and wraps each engine it creates. */
    public static SSLContext wrapping(SSLContext context, UnaryOperator<SSLEngine> wrapper) {
        return new SSLContext(new EngineContext(context, wrapper), context.getProvider(), context.getProtocol()) {};
    }

    @Override
    protected void engineInit(KeyManager[] keys, TrustManager[] trust, SecureRandom random)
            throws KeyManagementException {
        context.init(keys, trust, random);
    }

    @Override
    protected SSLSocketFactory engineGetSocketFactory() {
        return context.getSocketFactory();
    }

    @Override
    protected SSLServerSocketFactory engineGetServerSocketFactory() {
        return context.getServerSocketFactory();
    }

    @Override
    protected SSLEngine engineCreateSSLEngine() {
        return wrapper.apply(context.createSSLEngine());
    }

    @Override
    protected SSLEngine engineCreateSSLEngine(String host, int port) {
        return wrapper.apply(context.createSSLEngine(host, port));
    }

    @Override
    protected SSLSessionContext engineGetServerSessionContext() {
        return context.getServerSessionContext();
    }

    @Override
    protected SSLSessionContext engineGetClientSessionContext() {
        return context.getClientSessionContext();
    }

    @Override
    protected SSLParameters engineGetDefaultSSLParameters() {
        return context.getDefaultSSLParameters();
    }

    @Override
    protected SSLParameters engineGetSupportedSSLParameters() {
        return context.getSupportedSSLParameters();
    }
}
