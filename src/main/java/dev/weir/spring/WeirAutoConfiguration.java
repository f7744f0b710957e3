package dev.weir.spring;

import dev.weir.HttpPool;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.core5.http2.config.H2Config;
import org.apache.hc.core5.util.VersionInfo;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.HttpClientSettings;
import org.springframework.boot.http.client.autoconfigure.ClientHttpRequestFactoryBuilderCustomizer;
import org.springframework.boot.http.client.autoconfigure.HttpClientAutoConfiguration;
import org.springframework.boot.http.client.autoconfigure.HttpClientSettingsPropertyMapper;
import org.springframework.boot.http.client.autoconfigure.imperative.ImperativeHttpClientAutoConfiguration;
import org.springframework.boot.restclient.RestClientCustomizer;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.core.env.Environment;
import org.springframework.http.client.ClientHttpRequestFactory;

/**
 * Puts the blocking HTTP clients of an application on pools: declares the registry of the pools, and replaces Boot's bean
 * that creates request factories.
 */
@AutoConfiguration(after = HttpClientAutoConfiguration.class, before = ImperativeHttpClientAutoConfiguration.class)
@ConditionalOnClass({
    HttpPool.class,
    HttpClientBuilder.class,
    H2Config.class,
    VersionInfo.class,
    HttpClientSettingsPropertyMapper.class,
    ClientHttpRequestFactory.class
})
@ConditionalOnBooleanProperty(name = "weir.enabled", matchIfMissing = true)
@Conditional(OnSafeHttpClient.class)
@EnableConfigurationProperties(WeirProperties.class)
@ImportRuntimeHints(ReflectionHints.class)
public final class WeirAutoConfiguration {

    private static final String START_NOTICE = "httpPoolStartNotice";

    WeirAutoConfiguration() {}

    // Conditions on our own beans name them, because a search by type looks at every bean there is.
    @Bean
    @ConditionalOnMissingBean(name = "httpPools") // a child context has the pools of its parent
    HttpPools httpPools(
            ListableBeanFactory beans,
            ObjectProvider<WeirProperties> properties,
            Environment environment,
            ObjectProvider<HttpClientSettings> settings,
            ObjectProvider<SslBundles> bundles,
            ObjectProvider<ClientHttpRequestFactoryBuilderCustomizer<?>> builderCustomizers,
            ObjectProvider<HttpPoolCustomizer> customizers) {
        HttpClientSettings general = settings.getIfAvailable(HttpClientSettings::defaults);
        FirstLookup<Plans> plans = new FirstLookup<>(() -> new Plans(properties.getObject(), general));
        if (StartCheck.isNeeded(general, environment)) {
            GroupSettings groups = new GroupSettings(environment, bundles.getIfAvailable(), general);
            new StartCheck(plans.get(), groups::of, environment).run(bundles.getIfAvailable(), beans);
        }
        SetProperties set = new SetProperties(environment);
        BundleNames names = new BundleNames(bundles.getIfAvailable());
        names.of(general.sslBundle()); // before it may be renewed
        FirstLookup<PoolFactory> factory = new FirstLookup<>(() -> new PoolFactory(
                new BuilderCustomizers(builderCustomizers.orderedStream().toList())::apply,
                beans.getBeanProvider(AsyncBoot.class).getIfAvailable(PlainAsyncBoot::new),
                Customizers.of(beans, customizers, plans.get())::of,
                pool -> new PlacedSettings(
                        new SettingProperties(pool, plans.get().properties(), set), set),
                beans.getBeanProvider(RequestNotes.class).getIfAvailable(() -> RequestNotes.NONE),
                names));
        return new HttpPools(
                plans,
                factory,
                names,
                pool -> new SettingOrigins(pool, plans.get().properties(), set),
                () -> bypasses(beans, beans.getBean(Bypasses.class)));
    }

    @Bean
    static Bypasses httpPoolBypasses(BeanFactory beans) {
        return new Bypasses(beans);
    }

    private static List<String> bypasses(ListableBeanFactory beans, Bypasses finder) {
        List<String> bypasses =
                new ArrayList<>(beans.getBean(START_NOTICE, StartNotice.class).bypasses());
        bypasses.addAll(finder.found());
        return bypasses;
    }

    @Bean
    @ConditionalOnMissingBean(name = START_NOTICE) // a child context says nothing new
    StartNotice httpPoolStartNotice(
            ListableBeanFactory beans, ObjectProvider<HttpPools> pools, Environment environment) {
        return new StartNotice(beans, pools, environment);
    }

    @Bean
    @ConditionalOnMissingBean(name = "httpPoolLifecycle")
    PoolLifecycle httpPoolLifecycle(
            HttpPools pools,
            Environment environment,
            ObjectProvider<HttpClientSettings> settings,
            ObjectProvider<SslBundles> bundles) {
        WarmUps warmUps = new WarmUps(
                pools,
                new SetProperties(environment),
                name -> new GroupSettings(
                                environment,
                                bundles.getIfAvailable(),
                                settings.getIfAvailable(HttpClientSettings::defaults))
                        .of(name));
        return new PoolLifecycle(pools, () -> shutdownPhase(environment), warmUps::run);
    }

    /** Boot gives up on a phase that takes its whole time. */
    private static Duration shutdownPhase(Environment environment) {
        return Binder.get(environment)
                .bind("spring.lifecycle.timeout-per-shutdown-phase", Duration.class)
                .orElse(Duration.ofSeconds(30))
                .multipliedBy(2)
                .dividedBy(3);
    }

    @Bean
    @Conditional(OnHttpComponents.class)
    @ConditionalOnMissingBean(ClientHttpRequestFactoryBuilder.class)
    ClientHttpRequestFactoryBuilder<ClientHttpRequestFactory> httpPoolRequestFactoryBuilder(HttpPools pools) {
        return settings ->
                pools.requestFactory(HttpPools.DEFAULT, settings == null ? HttpClientSettings.defaults() : settings);
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(RestClientCustomizer.class)
    static final class MarkedRestClients {

        @Bean
        RestClientCustomizer httpPoolRestClientMark() {
            return Bypasses::mark;
        }
    }
}
