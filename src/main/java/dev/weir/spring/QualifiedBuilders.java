package dev.weir.spring;

import java.util.Collection;
import java.util.Map;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.support.AutowireCandidateQualifier;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;
import org.springframework.util.ClassUtils;

/**
 * Gives each pool that has properties a builder of clients by its name: {@code @Qualifier("payments") RestClient.Builder}.
 * An injection point without a qualifier gets none of these.
 */
final class QualifiedBuilders implements ImportBeanDefinitionRegistrar {

    private static final String MAKERS = WeirClientsAutoConfiguration.class.getName();

    /** The builders that there may be, by the bean that makes them. */
    private static final Map<String, String> BUILDERS = Map.of(
            MAKERS + "$Blocking", "org.springframework.web.client.RestClient$Builder",
            MAKERS + "$Reactive", "org.springframework.web.reactive.function.client.WebClient$Builder");

    private final Environment environment;
    private final ListableBeanFactory beans;

    QualifiedBuilders(Environment environment, BeanFactory beans) {
        this.environment = environment;
        this.beans = (ListableBeanFactory) beans;
    }

    @Override
    public void registerBeanDefinitions(AnnotationMetadata importing, BeanDefinitionRegistry registry) {
        if (new SetProperties(environment).areNone()) {
            return;
        }
        Collection<String> pools = pools();
        BUILDERS.forEach((maker, builder) -> {
            if (registry.containsBeanDefinition(maker)) {
                Class<?> type = ClassUtils.resolveClassName(builder, QualifiedBuilders.class.getClassLoader());
                boolean isThere = beans.getBeanNamesForType(type, true, false).length > 0;
                pools.stream().filter(pool -> isThere).forEach(pool -> register(registry, pool, maker, type));
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

    private static void register(BeanDefinitionRegistry registry, String pool, String maker, Class<?> builder) {
        String name =
                "httpPool[" + pool + "]" + ClassUtils.getShortName(builder).replace(".", "");
        if (registry.containsBeanDefinition(name)) {
            return;
        }
        RootBeanDefinition definition = new RootBeanDefinition();
        definition.setTargetType(builder);
        definition.setFactoryBeanName(maker);
        definition.setFactoryMethodName("builder");
        definition.getConstructorArgumentValues().addIndexedArgumentValue(0, pool);
        definition.setScope(BeanDefinition.SCOPE_PROTOTYPE);
        definition.setLazyInit(true);
        definition.setDefaultCandidate(false);
        definition.addQualifier(new AutowireCandidateQualifier(Qualifier.class, pool));
        registry.registerBeanDefinition(name, definition);
    }
}
