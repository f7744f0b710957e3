package dev.weir.spring;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.config.PoolSettings;
import dev.weir.config.Protocol;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.ssl.HttpsSupport;
import org.apache.hc.core5.ssl.SSLContexts;
import org.apache.hc.core5.util.TimeValue;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.boot.http.client.HttpComponentsClientHttpRequestFactoryBuilder;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslOptions;

/** Builds pools by the properties, by Boot's settings and by the customizers of the application. Thread-safe. */
final class PoolFactory {

    private final UnaryOperator<HttpComponentsClientHttpRequestFactoryBuilder> blocking;
    private final AsyncBoot async;
    private final List<HttpPoolCustomizer> customizers;

    PoolFactory(
            UnaryOperator<HttpComponentsClientHttpRequestFactoryBuilder> blocking,
            AsyncBoot async,
            List<HttpPoolCustomizer> customizers) {
        this.blocking = blocking;
        this.async = async;
        this.customizers = customizers;
    }

    /** Builds a pool of HTTP/1.1 for blocking clients. */
    BlockingPool blocking(String name, PoolPlan plan, HttpClientSettings settings) {
        BootClient boot = new BootClient(settings, blocking);
        BootChoices choices = boot.choices();
        HttpPoolBuilder builder = HttpPool.builder(name).clientBuilder(boot::builder);
        set(choices.manager().dns(), builder::dnsResolver);
        RenewableTls tls = choices.manager().tls() == null
                ? null
                : new RenewableTls(choices.manager().tls());
        if (tls == null) {
            systemTls(builder);
        }
        set(tls, builder::tlsStrategy);
        customized(builder, choices.manager());
        builder.cookies(choices.keepsCookies());
        plan.apply(builder);
        customizers.forEach(customizer -> customizer.customize(name, builder));
        HttpPool pool = builder.build();
        return BlockingPool.of(pool, boot.requestFactory(), next -> renew(tls, next));
    }

    private void renew(@Nullable RenewableTls tls, HttpClientSettings settings) {
        if (tls != null) {
            set(new BootClient(settings, blocking).choices().manager().tls(), tls::renew);
        }
    }

    /** Builds an asynchronous pool, which also serves blocking clients that speak HTTP/2. */
    AsyncPool async(String name, PoolPlan plan, HttpClientSettings settings) {
        ManagerChoices manager = async.choices(settings);
        HttpPoolBuilder builder = HttpPool.builder(name)
                .protocol(Protocol.NEGOTIATE)
                .asyncClientBuilder(pool -> async.builder(settings, pool));
        set(manager.dns(), builder::dnsResolver);
        RenewableAsyncTls tls = manager.asyncTls() == null ? null : new RenewableAsyncTls(manager.asyncTls());
        set(tls, builder::asyncTlsStrategy);
        RenewableSslContext ssl = ssl(settings.sslBundle());
        if (ssl == null) {
            systemTls(builder);
        }
        set(ssl, builder::sslContext);
        set(settings.sslBundle(), bundle -> options(bundle.getOptions(), builder));
        customized(builder, manager);
        builder.cookies(keepsCookies(settings));
        plan.apply(builder);
        customizers.forEach(customizer -> customizer.customize(name, builder));
        AsyncHttpPool pool = builder.buildAsync();
        return new AsyncPool(pool, next -> renew(tls, ssl, next));
    }

    // Boot's own builder of asynchronous clients passes over the property; that of blocking clients says what it means.
    private static boolean keepsCookies(HttpClientSettings settings) {
        return new BootClient(settings.withSslBundle(null), UnaryOperator.identity())
                .choices()
                .keepsCookies();
    }

    /** What Boot's own clients have without a bundle: the JVM's default, and what system properties say of it. */
    private static void systemTls(HttpPoolBuilder builder) {
        builder.sslContext(SSLContexts.createSystemDefault());
        builder.tls(tls -> {
            set(HttpsSupport.getSystemProtocols(), tls::protocols);
            set(HttpsSupport.getSystemCipherSuits(), tls::cipherSuites);
        });
    }

    private static @Nullable RenewableSslContext ssl(@Nullable SslBundle bundle) {
        return bundle == null ? null : new RenewableSslContext(bundle.createSslContext());
    }

    private void renew(
            @Nullable RenewableAsyncTls tls, @Nullable RenewableSslContext ssl, HttpClientSettings settings) {
        if (tls != null) {
            set(async.choices(settings).asyncTls(), tls::renew);
        }
        if (ssl != null) {
            set(settings.sslBundle(), bundle -> ssl.renew(bundle.createSslContext()));
        }
    }

    private static void options(SslOptions options, HttpPoolBuilder builder) {
        builder.tls(tls -> {
            set(options.getEnabledProtocols(), tls::protocols);
            set(options.getCiphers(), tls::cipherSuites);
        });
    }

    /** What customizers in the code of the application set; properties beat them. */
    private static void customized(PoolSettings<?> builder, ManagerChoices manager) {
        if (manager.maxTotal() > 0) {
            builder.maxTotal(manager.maxTotal());
        }
        if (manager.maxPerRoute() > 0) {
            builder.maxPerRoute(manager.maxPerRoute());
        }
        ConnectionConfig connection = manager.connection();
        if (connection != null) {
            time(connection.getTimeToLive(), time -> builder.eviction(sheet -> sheet.maxLifetime(time)));
            time(connection.getValidateAfterInactivity(), time -> builder.eviction(sheet -> sheet.validateAfter(time)));
        }
    }

    private static void time(@Nullable TimeValue value, Consumer<Duration> setter) {
        if (value != null && value.getDuration() > 0) {
            setter.accept(value.toDuration());
        }
    }

    private static <T> void set(@Nullable T value, Consumer<? super T> setter) {
        if (value != null) {
            setter.accept(value);
        }
    }
}
