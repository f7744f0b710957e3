package dev.weir.spring;

import static org.assertj.core.api.Assertions.assertThat;

import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.web.client.RestClient;
import org.springframework.web.reactive.function.client.WebClient;

/** The bundle of keys that a builder was given before: fails if a version of Spring keeps it elsewhere. */
class PresentBundleTest {

    private final SslBundle bundle;

    PresentBundleTest() throws Exception {
        bundle = new ContextBundle(SSLContext.getDefault());
    }

    @Test
    void isFoundInABuilderOfRestClients() {
        PoolRequestFactory requests = new PoolRequestFactory(JdkClientHttpRequestFactory::new, bundle);
        RestClient.Builder builder = RestClient.builder().requestFactory(requests);

        assertThat(PresentBundle.of(builder, "requestFactory")).isSameAs(bundle);
        assertThat(PresentBundle.of(builder.build().mutate(), "requestFactory")).isSameAs(bundle);
    }

    @Test
    void isFoundInABuilderOfWebClients() {
        WebClient.Builder builder = WebClient.builder().clientConnector(WebClients.connector(() -> null, bundle));

        assertThat(PresentBundle.of(builder, "connector")).isSameAs(bundle);
    }

    @Test
    void isNoneInABuilderOfAnotherFactory() {
        RestClient.Builder builder = RestClient.builder().requestFactory(new JdkClientHttpRequestFactory());

        assertThat(PresentBundle.of(builder, "requestFactory")).isNull();
    }

    @Test
    void isNoneInABuilderOfAnotherKind() {
        assertThat(PresentBundle.of(new Object(), "requestFactory")).isNull();
    }
}
