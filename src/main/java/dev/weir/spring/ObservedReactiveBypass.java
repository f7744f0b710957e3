package dev.weir.spring;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import java.util.Set;
import org.springframework.web.reactive.function.client.ClientRequest;
import org.springframework.web.reactive.function.client.ClientRequestObservationContext;
import org.springframework.web.reactive.function.client.ClientResponse;

/** Does for {@code WebClient} what {@link ObservedBypass} does for blocking clients. Thread-safe. */
final class ObservedReactiveBypass implements ObservationHandler<ClientRequestObservationContext> {

    private static final String PACKAGE = "org.springframework.http.client.reactive.";
    private static final Set<String> LIBRARIES = Set.of(
            PACKAGE + "JdkClientHttpResponse",
            PACKAGE + "JettyClientHttpResponse",
            PACKAGE + "ReactorClientHttpResponse");

    private final BypassFinder finder;
    private final FirstHosts hosts = new FirstHosts();

    ObservedReactiveBypass(BypassFinder finder) {
        this.finder = finder;
    }

    @Override
    public boolean supportsContext(Observation.Context context) {
        return context instanceof ClientRequestObservationContext;
    }

    @Override
    public void onStop(ClientRequestObservationContext context) {
        if (context.getHighCardinalityKeyValue(ObservedRequests.POOL) != null) {
            return; // what most requests are must cost nothing
        }
        ClientRequest request = context.getRequest();
        ClientResponse response = context.getResponse();
        if (request != null && response != null && hosts.add(request.url()) && isOfOtherLibrary(response)) {
            finder.observedReactive(request.url());
        }
    }

    /** HttpClient may be that of a pool which the application built; what tests respond with is of no library. */
    private static boolean isOfOtherLibrary(ClientResponse response) {
        Object received = PresentBundle.read(response, "response");
        return received != null && LIBRARIES.contains(received.getClass().getName());
    }
}
