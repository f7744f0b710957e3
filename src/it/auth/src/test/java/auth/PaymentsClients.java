package auth;

import static org.springframework.security.oauth2.client.web.client.OAuth2ClientHttpRequestInterceptor.authorizationFailureHandler;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClientManager;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClientService;
import org.springframework.security.oauth2.client.web.client.OAuth2ClientHttpRequestInterceptor;
import org.springframework.security.oauth2.client.web.reactive.function.client.ServletOAuth2AuthorizedClientExchangeFilterFunction;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;

/** A blocking and a reactive client of the pool {@code payments}; each request carries a token. */
@Configuration(proxyBeanMethods = false)
class PaymentsClients {

    @Bean
    RestClient paymentsClient(
            @Qualifier("payments") RestClient.Builder builder,
            OAuth2AuthorizedClientManager manager,
            OAuth2AuthorizedClientService tokens) {
        var bearer = new OAuth2ClientHttpRequestInterceptor(manager);
        bearer.setClientRegistrationIdResolver(request -> "payments");
        // A response with 401 discards the token, and the next request fetches another.
        bearer.setAuthorizationFailureHandler(authorizationFailureHandler(tokens));
        return builder.requestInterceptor(bearer).build();
    }

    @Bean
    WebClient reactivePaymentsClient(
            @Qualifier("payments") WebClient.Builder builder, OAuth2AuthorizedClientManager manager) {
        var bearer = new ServletOAuth2AuthorizedClientExchangeFilterFunction(manager);
        bearer.setDefaultClientRegistrationId("payments");
        return builder.filter(bearer).build();
    }
}
