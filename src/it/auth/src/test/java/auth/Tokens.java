package auth;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.converter.FormHttpMessageConverter;
import org.springframework.security.oauth2.client.AuthorizedClientServiceOAuth2AuthorizedClientManager;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClientManager;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClientProviderBuilder;
import org.springframework.security.oauth2.client.OAuth2AuthorizedClientService;
import org.springframework.security.oauth2.client.endpoint.RestClientClientCredentialsTokenResponseClient;
import org.springframework.security.oauth2.client.http.OAuth2ErrorResponseErrorHandler;
import org.springframework.security.oauth2.client.registration.ClientRegistrationRepository;
import org.springframework.security.oauth2.core.http.converter.OAuth2AccessTokenResponseHttpMessageConverter;
import org.springframework.web.client.RestClient;

/** Fetches tokens over the pool {@code identity}, in place of a client of Spring Security's own. */
@Configuration(proxyBeanMethods = false)
class Tokens {

    @Bean
    OAuth2AuthorizedClientManager tokenManager(
            ClientRegistrationRepository registrations,
            OAuth2AuthorizedClientService tokens,
            @Qualifier("identity") RestClient.Builder builder) {
        var manager = new AuthorizedClientServiceOAuth2AuthorizedClientManager(registrations, tokens);
        var endpoint = tokenEndpoint(builder);
        manager.setAuthorizedClientProvider(OAuth2AuthorizedClientProviderBuilder.builder()
                .clientCredentials(grant -> grant.accessTokenResponseClient(endpoint))
                .build());
        return manager;
    }

    // The converters and the handler of errors are those that Spring Security's own client has.
    private static RestClientClientCredentialsTokenResponseClient tokenEndpoint(RestClient.Builder builder) {
        var endpoint = new RestClientClientCredentialsTokenResponseClient();
        endpoint.setRestClient(builder.configureMessageConverters(converters -> converters
                        .disableDefaults()
                        .addCustomConverter(new FormHttpMessageConverter())
                        .addCustomConverter(new OAuth2AccessTokenResponseHttpMessageConverter()))
                .defaultStatusHandler(new OAuth2ErrorResponseErrorHandler())
                .build());
        return endpoint;
    }
}
