package dev.weir.spring;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.support.AutowireCandidateQualifier;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.BeanDefinitionRegistryPostProcessor;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;

/**
 * Gives each pool that has properties a builder of clients by its name: {@code @Qualifier("payments") RestClient.Builder}. Nobody
 * who asks for a builder without a qualifier gets one of these.
 */
final class QualifiedBuilders implements BeanDefinitionRegistryPostProcessor {

    /** The builders that there may be, by the factory that makes them; each is a bean of Boot's. */
    private static final Map<String, List<String>> BUILDERS = Map.of(
            "httpPoolRestClients", List.of("org.springframework.web.client.RestClient$Builder", "RestClientBuilder"),
            "httpPoolWebClients",
                    List.of("org.springframework.web.reactive.function.client.WebClient$Builder", "WebClientBuilder"));

    private final Environment environment;

    QualifiedBuilders(Environment environment) {
        this.environment = environment;
    }

    @Override
    public void postProcessBeanDefinitionRegistry(BeanDefinitionRegistry registry) {
        if (new SetProperties(environment).areNone()) {
            return;
        }
        Collection<String> pools = pools();
        BUILDERS.forEach((factory, builder) -> {
            if (registry.containsBeanDefinition(factory)) {
                pools.forEach(pool -> register(registry, pool, factory, builder));
            }
        });
    }

    /** The names alone: what is wrong with their values is said when all is checked. */
    private Collection<String> pools() {
        return Binder.get(environment)
                .bind("weir.pools", Bindable.mapOf(String.class, Object.class))
                .orElse(Map.of())
                .keySet();
    }

    private static void register(BeanDefinitionRegistry registry, String pool, String factory, List<String> builder) {
        String name = "httpPool[" + pool + "]" + builder.get(1);
        if (registry.containsBeanDefinition(name)) {
            return;
        }
        RootBeanDefinition definition = new RootBeanDefinition();
        definition.setTargetType(ClassUtils.resolveClassName(builder.get(0), QualifiedBuilders.class.getClassLoader()));
        definition.setFactoryBeanName(factory);
        definition.setFactoryMethodName("builder");
        definition.getConstructorArgumentValues().addIndexedArgumentValue(0, pool);
        definition.setScope(BeanDefinition.SCOPE_PROTOTYPE);
        definition.setLazyInit(true);
        definition.setDefaultCandidate(false);
        definition.addQualifier(new AutowireCandidateQualifier(Qualifier.class, pool));
        registry.registerBeanDefinition(name, definition);
    }
}
