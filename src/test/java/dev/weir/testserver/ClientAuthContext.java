package dev.weir.testserver;

import java.security.KeyManagementException;
import java.security.SecureRandom;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLContextSpi;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;

/** A context whose engines and server sockets demand a client certificate, so that no server has to be told. */
final class ClientAuthContext extends SSLContextSpi {

    private final SSLContext context;

    private ClientAuthContext(SSLContext context) {
        this.context = context;
    }

    static SSLContext demanding(SSLContext context) {
        return new SSLContext(new ClientAuthContext(context), context.getProvider(), context.getProtocol()) {};
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
        return new ClientAuthServerSockets(context.getServerSocketFactory());
    }

    @Override
    protected SSLEngine engineCreateSSLEngine() {
        return demanding(context.createSSLEngine());
    }

    @Override
    protected SSLEngine engineCreateSSLEngine(String host, int port) {
        return demanding(context.createSSLEngine(host, port));
    }

    @Override
    protected SSLSessionContext engineGetServerSessionContext() {
        return context.getServerSessionContext();
    }

    @Override
    protected SSLSessionContext engineGetClientSessionContext() {
        return context.getClientSessionContext();
    }

    private static SSLEngine demanding(SSLEngine engine) {
        engine.setNeedClientAuth(true);
        return engine;
    }
}
