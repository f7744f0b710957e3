package reactive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.test.web.client.match.MockRestRequestMatchers.requestTo;
import static org.springframework.test.web.client.response.MockRestResponseCreators.withSuccess;

import dev.weir.spring.HttpPools;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.restclient.test.autoconfigure.RestClientTest;
import org.springframework.http.MediaType;
import org.springframework.test.web.client.MockRestServiceServer;

/** A mocked server answers, and no pool takes part. */
@RestClientTest(Reactive.Greetings.class)
@ImportAutoConfiguration(dev.weir.spring.WeirAutoConfiguration.class)
class SliceTest {

    @Autowired
    private Reactive.Greetings greetings;

    @Autowired
    private MockRestServiceServer server;

    @Autowired
    private ObjectProvider<HttpPools> pools;

    @Test
    void isAnsweredByTheMock() {
        server.expect(requestTo("http://greetings.test/hello")).andRespond(withSuccess("hi", MediaType.TEXT_PLAIN));

        assertThat(greetings.greeting()).isEqualTo("hi");
        assertThat(pools.getObject().pools()).isEmpty();
    }
}
