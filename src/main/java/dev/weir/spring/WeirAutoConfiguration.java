package dev.weir.spring;

import dev.weir.HttpPool;
import java.time.Duration;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.core5.http2.config.H2Config;
import org.apache.hc.core5.reactive.ReactiveResponseConsumer;
import org.apache.hc.core5.util.VersionInfo;
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
import org.springframework.boot.http.client.autoconfigure.reactive.ClientHttpConnectorBuilderCustomizer;
import org.springframework.boot.http.client.autoconfigure.reactive.ReactiveHttpClientAutoConfiguration;
import org.springframework.boot.http.client.reactive.ClientHttpConnectorBuilder;
import org.springframework.boot.restclient.RestClientCustomizer;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.boot.webclient.WebClientCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.ImportRuntimeHints;
import org.springframework.core.env.Environment;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.util.ClassUtils;
import reactor.core.publisher.Mono;

/**
 * Puts the HTTP clients of an application on pools: declares the registry of the pools, and replaces Boot's beans that build
 * request factories and connectors.
 */
@AutoConfiguration(
        after = HttpClientAutoConfiguration.class,
        before = {ImperativeHttpClientAutoConfiguration.class, ReactiveHttpClientAutoConfiguration.class})
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
@ImportRuntimeHints(WeirRuntimeHints.class)
public final class WeirAutoConfiguration {

    private static final String MOCKS = "org.springframework.boot.restclient.test.MockServerRestClientCustomizer";

    WeirAutoConfiguration() {}

    // Conditions on our own beans name them, because a search by type looks at every bean there is.
    @Bean
    @ConditionalOnMissingBean(name = "httpPools") // a child context has the pools of its parent
    HttpPools httpPools(
            WeirProperties properties,
            Environment environment,
            ListableBeanFactory beans,
            ObjectProvider<HttpClientSettings> settings,
            ObjectProvider<SslBundles> bundles,
            ObjectProvider<HttpPoolCustomizer> customizers) {
        HttpClientSettings general = settings.getIfAvailable(HttpClientSettings::defaults);
        HttpPools pools = new HttpPools(
                properties,
                general,
                bundles.getIfAvailable(),
                environment,
                () -> new HttpPools.Parts(
                        customizers.orderedStream().toList(), beans.getBean(Bypasses.class)::found, isMocked(beans)));
        if (OnSafeHttpClient.isAnySet(environment)
                || general.connectTimeout() != null
                || general.readTimeout() != null) {
            new StartCheck(properties, environment, pools.names(), pools::mapper, bundles.getIfAvailable())
                    .run(pools::settings);
        }
        return pools;
    }

    /** Whether a test puts its own request factory into the builders of {@code RestClient}. */
    private static boolean isMocked(ListableBeanFactory beans) {
        ClassLoader loader = WeirAutoConfiguration.class.getClassLoader();
        return ClassUtils.isPresent(MOCKS, loader)
                && beans.getBeanNamesForType(ClassUtils.resolveClassName(MOCKS, loader), true, false).length > 0;
    }

    @Bean
    @ConditionalOnMissingBean(name = "httpPoolBypasses")
    static Bypasses httpPoolBypasses(ListableBeanFactory beans, Environment environment) {
        return new Bypasses(beans, environment);
    }

    @Bean
    @ConditionalOnMissingBean(name = "httpPoolLifecycle")
    PoolLifecycle httpPoolLifecycle(HttpPools pools, Environment environment) {
        return new PoolLifecycle(pools, () -> restTime(environment));
    }

    /** Boot gives up on a phase that takes its whole time. */
    private static Duration restTime(Environment environment) {
        return Binder.get(environment)
                .bind("spring.lifecycle.timeout-per-shutdown-phase", Duration.class)
                .orElse(Duration.ofSeconds(30))
                .multipliedBy(2)
                .dividedBy(3);
    }

    @Bean
    @Conditional(OnHttpComponents.Blocking.class)
    @ConditionalOnMissingBean(ClientHttpRequestFactoryBuilder.class)
    ClientHttpRequestFactoryBuilder<?> httpPoolRequestFactoryBuilder(
            HttpPools pools, ObjectProvider<ClientHttpRequestFactoryBuilderCustomizer<?>> customizers) {
        ClientHttpRequestFactoryBuilder<?> boots =
                BootClients.customized(customizers.orderedStream().toList());
        return boots == null ? new PooledRequestFactory.Builder(pools) : boots;
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(RestClientCustomizer.class)
    static class MarkedRestClients {

        @Bean
        RestClientCustomizer httpPoolRestClientMark() {
            return Bypasses::mark;
        }
    }

    /** Only with {@code httpcore5-reactive}, which has no other use. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass({ClientHttpConnectorBuilder.class, ReactiveResponseConsumer.class, Mono.class})
    static class Reactive {

        @Bean
        @Conditional(OnHttpComponents.Reactive.class)
        @ConditionalOnMissingBean(ClientHttpConnectorBuilder.class)
        ClientHttpConnectorBuilder<?> httpPoolConnectorBuilder(
                HttpPools pools, ObjectProvider<ClientHttpConnectorBuilderCustomizer<?>> customizers) {
            ClientHttpConnectorBuilder<?> boots =
                    BootClients.Reactive.customized(customizers.orderedStream().toList());
            return boots == null ? new PooledConnector.Builder(pools) : boots;
        }

        @Configuration(proxyBeanMethods = false)
        @ConditionalOnClass(WebClientCustomizer.class)
        static class MarkedWebClients {

            @Bean
            WebClientCustomizer httpPoolWebClientMark() {
                return Bypasses.Reactive::mark;
            }
        }
    }
}
