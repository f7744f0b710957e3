package dev.weir.spring.actuate;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.web.PathMappedEndpoints;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;

/** Shows the pools to people: a page that looks at the endpoint {@code httppools} again and again. Thread-safe. */
@WebEndpoint(id = "httppoolspage", defaultAccess = Access.READ_ONLY)
final class StatsPageEndpoint {

    private static final EndpointId PAGE = EndpointId.of("httppoolspage");
    private static final EndpointId POOLS = EndpointId.of("httppools");

    private final String application;
    private final PageProperties properties;
    private final ObjectProvider<PathMappedEndpoints> endpoints;

    StatsPageEndpoint(String application, PageProperties properties, ObjectProvider<PathMappedEndpoints> endpoints) {
        this.application = application;
        this.properties = properties;
        this.endpoints = endpoints;
    }

    @ReadOperation(produces = "text/html;charset=UTF-8")
    public String page() {
        return Loaded.PAGE.of(application, source(endpoints.getObject()), properties.dashboards());
    }

    /** Initialized at the first request. */
    private static final class Loaded {
        static final StatsPage PAGE = StatsPage.load();
    }

    /** Relative, because a proxy in front of the service may have put the paths elsewhere; empty if not exposed. */
    private static String source(PathMappedEndpoints endpoints) {
        String from = endpoints.getRootPath(PAGE);
        String to = endpoints.getRootPath(POOLS);
        return from == null || to == null ? "" : RelativePath.between(from, to);
    }
}
