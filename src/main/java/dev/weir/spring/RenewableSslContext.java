package dev.weir.spring;

import java.security.KeyManagementException;
import java.security.SecureRandom;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLContextSpi;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;

/** An SSL context whose keys may be renewed. Thread-safe. */
final class RenewableSslContext extends SSLContext {

    private final Delegate delegate;

    RenewableSslContext(SSLContext first) {
        this(new Delegate(first));
    }

    private RenewableSslContext(Delegate delegate) {
        super(delegate, delegate.current.getProvider(), delegate.current.getProtocol());
        this.delegate = delegate;
    }

    void renew(SSLContext next) {
        delegate.current = next;
    }

    private static final class Delegate extends SSLContextSpi {

        // Replaced when the bundle of keys is.
        private volatile SSLContext current;

        Delegate(SSLContext first) {
            this.current = first;
        }

        @Override
        protected void engineInit(KeyManager[] keys, TrustManager[] trust, SecureRandom random)
                throws KeyManagementException {
            throw new KeyManagementException("The context belongs to a bundle");
        }

        @Override
        protected SSLSocketFactory engineGetSocketFactory() {
            return current.getSocketFactory();
        }

        @Override
        protected SSLServerSocketFactory engineGetServerSocketFactory() {
            return current.getServerSocketFactory();
        }

        @Override
        protected SSLEngine engineCreateSSLEngine() {
            return current.createSSLEngine();
        }

        @Override
        protected SSLEngine engineCreateSSLEngine(String host, int port) {
            return current.createSSLEngine(host, port);
        }

        @Override
        protected SSLSessionContext engineGetServerSessionContext() {
            return current.getServerSessionContext();
        }

        @Override
        protected SSLSessionContext engineGetClientSessionContext() {
            return current.getClientSessionContext();
        }

        @Override
        protected SSLParameters engineGetDefaultSSLParameters() {
            return current.getDefaultSSLParameters();
        }

        @Override
        protected SSLParameters engineGetSupportedSSLParameters() {
            return current.getSupportedSSLParameters();
        }
    }
}
