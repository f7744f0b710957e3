package dev.weir.spring;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.web.PathMappedEndpoints;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;
import org.springframework.web.util.HtmlUtils;

/** Shows the pools to people: a page that reads the endpoint {@code httppools} again and again. Thread-safe. */
@WebEndpoint(id = "httppoolspage", defaultAccess = Access.READ_ONLY)
final class StatsPageEndpoint {

    private final String application;
    private final ObjectProvider<PathMappedEndpoints> endpoints;

    StatsPageEndpoint(String application, ObjectProvider<PathMappedEndpoints> endpoints) {
        this.application = application;
        this.endpoints = endpoints;
    }

    @ReadOperation(produces = "text/html;charset=UTF-8")
    public String page() {
        return Loaded.PAGE
                .replace("@application@", HtmlUtils.htmlEscape(application))
                .replace("@source@", HtmlUtils.htmlEscape(source(endpoints.getObject())));
    }

    /** Relative, because a proxy in front of the service may have put the paths elsewhere; empty if not exposed. */
    private static String source(PathMappedEndpoints endpoints) {
        String from = endpoints.getRootPath(EndpointId.of("httppoolspage"));
        String to = endpoints.getRootPath(EndpointId.of("httppools"));
        return from == null || to == null
                ? ""
                : "../".repeat((int)
                                from.chars().filter(letter -> letter == '/').count())
                        + to;
    }

    /** Read at the first request. */
    private static final class Loaded {

        static final String PAGE = read();

        private static String read() {
            try (InputStream stream =
                    Objects.requireNonNull(StatsPageEndpoint.class.getResourceAsStream("stats-page.html"))) {
                return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
