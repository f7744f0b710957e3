package reactive;

import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.stereotype.Component;
import org.springframework.web.client.RestClient;

@SpringBootApplication
class Reactive {

    /** Something that calls another service, as a test of a slice wants it. */
    @Component
    static class Greetings {
        private final RestClient client;

        Greetings(RestClient.Builder builder) {
            this.client = builder.baseUrl("http://greetings.test").build();
        }

        String greeting() {
            return String.valueOf(client.get().uri("/hello").retrieve().body(String.class));
        }
    }
}
