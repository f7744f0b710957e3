package dev.weir.spring;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationEvent;
import org.springframework.context.event.GenericApplicationListener;
import org.springframework.core.ResolvableType;

/** Takes changed properties into the pools when Spring Cloud says that the environment has changed. Thread-safe. */
final class RefreshListener implements GenericApplicationListener {

    /** By its name, because Spring Cloud may be missing. */
    static final String EVENT = "org.springframework.cloud.context.environment.EnvironmentChangeEvent";

    private static final Logger LOG = LoggerFactory.getLogger(HttpPools.class);

    private final HttpPools pools;

    RefreshListener(HttpPools pools) {
        this.pools = pools;
    }

    @Override
    public boolean supportsEventType(ResolvableType eventType) {
        return EVENT.equals(eventType.toClass().getName());
    }

    /** Leaves everything as it is if a property is wrong: a service that runs goes on. */
    @Override
    public void onApplicationEvent(ApplicationEvent event) {
        try {
            pools.refresh("changed properties");
        } catch (RuntimeException e) {
            LOG.warn("The pools stay as they are, because changed properties were refused: {}", e.getMessage());
        }
    }
}
