package org.springframework.cloud.context.environment;

import java.util.Set;
import org.springframework.context.ApplicationEvent;

/** What Spring Cloud publishes after properties have changed, as far as it is looked at. */
public class EnvironmentChangeEvent extends ApplicationEvent {

    private static final long serialVersionUID = 1L;

    private final transient Set<String> keys;

    public EnvironmentChangeEvent(Object context, Set<String> keys) {
        super(context);
        this.keys = keys;
    }

    public Set<String> getKeys() {
        return keys;
    }
}
