package dev.weir.spring;

import dev.weir.AsyncHttpPool;
import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.ManagedPool;
import dev.weir.config.PoolConfig;
import dev.weir.config.Protocol;
import dev.weir.internal.client.Framework;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.apache.hc.client5.http.config.TlsConfig;
import org.apache.hc.client5.http.ssl.HttpsSupport;
import org.apache.hc.core5.ssl.SSLContexts;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.boot.http.client.HttpComponentsClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.HttpRedirects;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslOptions;

/** Builds pools by the properties, by Boot's settings and by the customizers of the application. Thread-safe. */
final class PoolFactory {

    private static final Logger LOG = LoggerFactory.getLogger(HttpPools.class);

    private final UnaryOperator<HttpComponentsClientHttpRequestFactoryBuilder> blocking;
    private final AsyncBoot async;
    private final Function<CustomizerNames, List<HttpPoolCustomizer>> customizers;
    private final Function<String, UnaryOperator<String>> settingNames;
    private final RequestNotes notes;
    private final BundleNames bundles;

    /**
     * Creates a factory.
     *
     * @param blocking the application's customizers of Boot's builder of blocking clients
     * @param async how Boot builds asynchronous clients
     * @param customizers the customizers of a pool, by what the properties name
     * @param settingNames how settings of a pool are called
     * @param notes what observes requests
     * @param bundles the keys of routes
     */
    PoolFactory(
            UnaryOperator<HttpComponentsClientHttpRequestFactoryBuilder> blocking,
            AsyncBoot async,
            Function<CustomizerNames, List<HttpPoolCustomizer>> customizers,
            Function<String, UnaryOperator<String>> settingNames,
            RequestNotes notes,
            BundleNames bundles) {
        this.blocking = blocking;
        this.async = async;
        this.customizers = customizers;
        this.settingNames = settingNames;
        this.notes = notes;
        this.bundles = bundles;
    }

    /** Builds a pool of HTTP/1.1 for blocking clients. */
    BlockingPool blocking(String name, PoolPlan plan, HttpClientSettings settings) {
        BootClient boot = new BootClient(settings, blocking);
        BootChoices choices = boot.choices();
        RenewableTls tls = choices.manager().tls() == null
                ? null
                : new RenewableTls(choices.manager().tls(), choices.manager().tlsConfig());
        HttpPoolBuilder builder =
                HttpPool.builder(name).framework(new Framework(settingNames.apply(plan.pool())).client(boot::builder));
        set(tls, builder::tlsStrategy);
        RouteKeys keys = new RouteKeys(bundles);
        HttpPool pool = blocking(name, plan.with(keys::context), settings, choices, builder)
                .build();
        return BlockingPool.of(pool, notes, boot.requestFactory(), keys, next -> {
            renew(tls, next);
            keys.renew();
        });
    }

    private HttpPoolBuilder blocking(
            String name, PoolPlan plan, HttpClientSettings settings, BootChoices choices, HttpPoolBuilder builder) {
        set(choices.manager().dns(), builder::dnsResolver);
        if (choices.manager().tls() == null) {
            systemTls(builder);
        }
        builder.cookies(choices.keepsCookies());
        return finish(name, plan, choices.manager(), settings, builder, builder::config);
    }

    /** Says how a pool would be configured if it were built now. */
    PoolConfig configured(ManagedPool pool, PoolPlan plan, HttpClientSettings settings) {
        HttpPoolBuilder builder =
                HttpPool.builder(pool.name()).framework(new Framework(settingNames.apply(plan.pool())));
        if (pool instanceof AsyncHttpPool) {
            return async(pool.name(), plan, settings, async.choices(settings), builder)
                    .asyncConfig();
        }
        BootChoices choices = new BootClient(settings, blocking).choices();
        return blocking(pool.name(), plan, settings, choices, builder).config();
    }

    private HttpPoolBuilder finish(
            String name,
            PoolPlan plan,
            ManagerChoices manager,
            HttpClientSettings settings,
            HttpPoolBuilder builder,
            Supplier<PoolConfig> config) {
        if (settings.redirects() == HttpRedirects.DONT_FOLLOW) {
            builder.redirects(false);
        }
        settings(name, plan, manager, settings, builder);
        plan.logIn(builder);
        customizers.apply(plan.customizers()).forEach(customizer -> customizer.customize(name, builder));
        plan.complete(builder, config);
        return builder;
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
                .framework(new Framework(settingNames.apply(plan.pool()))
                        .asyncClient(pool -> async.builder(settings, pool)));
        RenewableAsyncTls tls = manager.asyncTls() == null ? null : new RenewableAsyncTls(manager.asyncTls());
        RenewableSslContext ssl = ssl(settings.sslBundle());
        set(tls, builder::asyncTlsStrategy);
        set(ssl, builder::sslContext);
        RouteKeys keys = new RouteKeys(bundles);
        AsyncHttpPool pool = async(name, plan.with(keys::context), settings, manager, builder)
                .buildAsync();
        return new AsyncPool(pool, notes, keys, next -> {
            renew(tls, ssl, next);
            keys.renew();
        });
    }

    private HttpPoolBuilder async(
            String name, PoolPlan plan, HttpClientSettings settings, ManagerChoices manager, HttpPoolBuilder builder) {
        builder.protocol(Protocol.NEGOTIATE);
        set(manager.dns(), builder::dnsResolver);
        if (settings.sslBundle() == null) {
            systemTls(builder);
        }
        set(settings.sslBundle(), bundle -> options(bundle.getOptions(), builder));
        set(manager.tlsConfig(), config -> tls(config, builder));
        builder.cookies(keepsCookies(settings));
        return finish(name, plan, manager, settings, builder, builder::asyncConfig);
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

    /** Tells a builder what customizers in the code of the application set, and then the properties, which beat them. */
    private static void settings(
            String name, PoolPlan plan, ManagerChoices choices, HttpClientSettings settings, HttpPoolBuilder builder) {
        CustomizedSettings customized = new CustomizedSettings(choices, BootTimes.of(settings));
        PoolPlan whole = customized.apply(plan, builder);
        if (!customized.notes().isEmpty()) {
            LOG.warn(
                    "Pool '{}' ignores some settings of customizers of Boot's builders: {}",
                    name,
                    String.join("; ", customized.notes()));
        }
        whole.apply(builder);
    }

    /** Of asynchronous clients, HttpClient takes these from the same place; blocking ones of its own pass over them. */
    private static void tls(TlsConfig config, HttpPoolBuilder builder) {
        builder.tls(tls -> {
            set(config.getSupportedProtocols(), tls::protocols);
            set(config.getSupportedCipherSuites(), tls::cipherSuites);
        });
        builder.protocol(
                switch (config.getHttpVersionPolicy()) {
                    case FORCE_HTTP_1 -> Protocol.HTTP_1_1;
                    case FORCE_HTTP_2 -> Protocol.HTTP_2;
                    case NEGOTIATE -> Protocol.NEGOTIATE;
                });
    }

    private static <T> void set(@Nullable T value, Consumer<? super T> setter) {
        if (value != null) {
            setter.accept(value);
        }
    }
}
