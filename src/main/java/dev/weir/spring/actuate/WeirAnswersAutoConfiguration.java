package dev.weir.spring.actuate;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.web.WebEndpointAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.endpoint.web.WebEndpointProperties;
import org.springframework.boot.actuate.endpoint.web.PathMapper;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.server.WebFilter;
import org.springframework.web.servlet.handler.MappedInterceptor;

/** Adds headers for browsers and caches to the responses of the endpoints {@code httppools} and {@code httppoolspage}. */
@AutoConfiguration(after = {WeirEndpointAutoConfiguration.class, WebEndpointAutoConfiguration.class})
@ConditionalOnClass(WebEndpointProperties.class)
@Conditional(OnExposedEndpoint.class)
public final class WeirAnswersAutoConfiguration {

    WeirAnswersAutoConfiguration() {}

    /** With servlets; a management server of its own takes the interceptors of its parent too. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(MappedInterceptor.class)
    @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
    static final class Servlets {

        @Bean
        MappedInterceptor httpPoolsAnswers(WebEndpointProperties web, ObjectProvider<PathMapper> mappers) {
            return new MappedInterceptor(paths(web, mappers), new ServletAnswers());
        }
    }

    /** With WebFlux; a management server of its own takes the filters of its parent too. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnClass(WebFilter.class)
    @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.REACTIVE)
    static final class WebFlux {

        @Bean
        WebFilter httpPoolsAnswers(WebEndpointProperties web, ObjectProvider<PathMapper> mappers) {
            return new ReactiveAnswers(paths(web, mappers));
        }
    }

    private static String[] paths(WebEndpointProperties web, ObjectProvider<PathMapper> mappers) {
        return AnswerHeaders.paths(web.getBasePath(), mappers.orderedStream().toList());
    }
}
