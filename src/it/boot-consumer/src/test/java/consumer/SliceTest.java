package consumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.test.web.client.match.MockRestRequestMatchers.requestTo;
import static org.springframework.test.web.client.response.MockRestResponseCreators.withSuccess;

import dev.weir.spring.HttpPools;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.restclient.test.autoconfigure.RestClientTest;
import org.springframework.context.annotation.Import;
import org.springframework.http.MediaType;
import org.springframework.test.web.client.MockRestServiceServer;
import org.springframework.web.client.RestClient;

/** A slice of the application, whose requests go to a mock in place of a server. */
@EnabledIfSystemProperty(named = "expected", matches = "pools")
@RestClientTest
@Import(SliceTest.Payments.class)
class SliceTest {

    @Autowired
    private MockRestServiceServer server;

    @Autowired
    private Payments payments;

    @Autowired
    private HttpPools pools;

    @Test
    void sendsNothingToARealServer() {
        server.expect(requestTo("http://payments.invalid/last")).andRespond(withSuccess("7", MediaType.TEXT_PLAIN));

        assertThat(payments.last()).isEqualTo("7");

        server.verify();
        assertThat(pools.pools()).isEmpty();
    }

    static class Payments {

        private final RestClient client;

        Payments(RestClient.Builder builder, HttpPools pools) {
            this.client = builder.apply(pools.restClient("payments"))
                    .baseUrl("http://payments.invalid")
                    .build();
        }

        String last() {
            return client.get().uri("/last").retrieve().body(String.class);
        }
    }
}
