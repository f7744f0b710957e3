package dev.weir.spring;

import javax.net.ssl.SSLContext;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundleKey;
import org.springframework.boot.ssl.SslManagerBundle;
import org.springframework.boot.ssl.SslOptions;
import org.springframework.boot.ssl.SslStoreBundle;

/** A bundle that has its context ready. */
record ContextBundle(SSLContext context) implements SslBundle {

    @Override
    public SSLContext createSslContext() {
        return context;
    }

    @Override
    public SslStoreBundle getStores() {
        return SslStoreBundle.NONE;
    }

    @Override
    public SslBundleKey getKey() {
        return SslBundleKey.NONE;
    }

    @Override
    public SslOptions getOptions() {
        return SslOptions.NONE;
    }

    @Override
    public String getProtocol() {
        return DEFAULT_PROTOCOL;
    }

    @Override
    public SslManagerBundle getManagers() {
        return SslManagerBundle.from(getStores(), getKey());
    }
}
