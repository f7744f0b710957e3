package dev.weir.spring;

import org.springframework.http.client.ClientHttpRequest;
import org.springframework.http.client.observation.ClientRequestObservationContext;

/** Finds blocking clients without a pool. Thread-safe. */
final class ObservedBlockingBypass extends ObservedBypass<ClientRequestObservationContext> {

    private final BypassFinder finder;

    ObservedBlockingBypass(BypassFinder finder) {
        super(ClientRequestObservationContext.class);
        this.finder = finder;
    }

    @Override
    void look(ClientRequestObservationContext context) {
        ClientHttpRequest request = context.getCarrier();
        if (request != null && noteHost(request.getURI())) {
            String library = BlockingRequests.library(request);
            if (library != null) {
                finder.observed(library, request.getURI());
            }
        }
    }
}
