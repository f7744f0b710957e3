package dev.weir.spring;

import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import org.springframework.http.client.ClientHttpRequest;
import org.springframework.http.client.observation.ClientRequestObservationContext;

/**
 * Finds blocking clients without a pool by the observations of their requests: those of which nothing else knows, such as
 * one in a local variable. Thread-safe.
 */
final class ObservedBypass implements ObservationHandler<ClientRequestObservationContext> {

    private final BypassFinder finder;
    private final FirstHosts hosts = new FirstHosts();

    ObservedBypass(BypassFinder finder) {
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
        ClientHttpRequest request = context.getCarrier();
        if (request != null && hosts.add(request.getURI())) {
            String library = BlockingRequests.library(request);
            if (library != null) {
                finder.observed(library, request.getURI());
            }
        }
    }
}
