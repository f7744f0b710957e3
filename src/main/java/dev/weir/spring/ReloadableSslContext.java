package dev.weir.spring;

import java.security.KeyManagementException;
import java.security.Provider;
import java.security.SecureRandom;
import java.util.function.Supplier;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLContextSpi;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import org.apache.hc.core5.ssl.SSLContexts;
import org.jspecify.annotations.Nullable;

/** The SSL context of a bundle, which may be updated, or of the JVM. Thread-safe. */
final class ReloadableSslContext extends SSLContext {

    private final Spi spi;

    /**
     * Creates a context.
     *
     * @param source creates the context of the present bundle
     */
    ReloadableSslContext(Supplier<SSLContext> source) {
        this(new Spi(source));
    }

    private ReloadableSslContext(Spi spi) {
        this(spi, spi.current().getProvider(), spi.current().getProtocol());
    }

    private ReloadableSslContext(Spi spi, @Nullable Provider provider, String protocol) {
        super(spi, provider, protocol);
        this.spi = spi;
    }

    /** {@return the JVM's default, which is read when a connection first needs it} */
    static SSLContext ofSystem() {
        return new ReloadableSslContext(new Spi(SSLContexts::createSystemDefault), null, "Default");
    }

    /** Takes the keys and certificates that the bundle has now. */
    void reload() {
        spi.current = spi.source.get();
    }

    private static final class Spi extends SSLContextSpi {

        private final Supplier<SSLContext> source;
        // Replaced when the bundle is updated.
        private volatile @Nullable SSLContext current;

        Spi(Supplier<SSLContext> source) {
            this.source = source;
        }

        SSLContext current() {
            SSLContext present = current;
            if (present == null) {
                present = source.get();
                current = present;
            }
            return present;
        }

        @Override
        protected void engineInit(KeyManager[] keys, TrustManager[] trust, SecureRandom random)
                throws KeyManagementException {
            throw new KeyManagementException("The context belongs to a bundle");
        }

        @Override
        protected SSLSocketFactory engineGetSocketFactory() {
            return current().getSocketFactory();
        }

        @Override
        protected SSLServerSocketFactory engineGetServerSocketFactory() {
            return current().getServerSocketFactory();
        }

        @Override
        protected SSLEngine engineCreateSSLEngine() {
            return current().createSSLEngine();
        }

        @Override
        protected SSLEngine engineCreateSSLEngine(String host, int port) {
            return current().createSSLEngine(host, port);
        }

        @Override
        protected SSLSessionContext engineGetServerSessionContext() {
            return current().getServerSessionContext();
        }

        @Override
        protected SSLSessionContext engineGetClientSessionContext() {
            return current().getClientSessionContext();
        }

        @Override
        protected SSLParameters engineGetDefaultSSLParameters() {
            return current().getDefaultSSLParameters();
        }

        @Override
        protected SSLParameters engineGetSupportedSSLParameters() {
            return current().getSupportedSSLParameters();
        }
    }
}
