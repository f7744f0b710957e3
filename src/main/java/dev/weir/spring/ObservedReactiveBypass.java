package dev.weir.spring;

import java.util.Set;
import org.springframework.web.reactive.function.client.ClientRequest;
import org.springframework.web.reactive.function.client.ClientRequestObservationContext;
import org.springframework.web.reactive.function.client.ClientResponse;

/** Finds a {@code WebClient} without a pool. Thread-safe. */
final class ObservedReactiveBypass extends ObservedBypass<ClientRequestObservationContext> {

    private static final String PACKAGE = "org.springframework.http.client.reactive.";
    private static final Set<String> LIBRARIES = Set.of(
            PACKAGE + "JdkClientHttpResponse",
            PACKAGE + "JettyClientHttpResponse",
            PACKAGE + "ReactorClientHttpResponse");

    private final BypassFinder finder;

    ObservedReactiveBypass(BypassFinder finder) {
        super(ClientRequestObservationContext.class);
        this.finder = finder;
    }

    @Override
    void look(ClientRequestObservationContext context) {
        ClientRequest request = context.getRequest();
        ClientResponse response = context.getResponse();
        if (request != null && response != null && noteHost(request.url()) && isOfOtherLibrary(response)) {
            finder.observedReactive(request.url());
        }
    }

    /** HttpClient may be that of a pool which the application built; what tests respond with is of no library. */
    private static boolean isOfOtherLibrary(ClientResponse response) {
        Object received = PresentBundle.read(response, "response");
        return received != null && LIBRARIES.contains(received.getClass().getName());
    }
}
