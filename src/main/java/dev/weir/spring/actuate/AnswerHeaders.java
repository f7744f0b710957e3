package dev.weir.spring.actuate;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.web.PathMapper;

/** What each response of the endpoints tells browsers and caches: not to keep it, frame it or guess its type. */
final class AnswerHeaders {

    static final Map<String, String> ALL = Map.of(
            "Cache-Control", "no-store",
            "X-Content-Type-Options", "nosniff",
            "Content-Security-Policy", "frame-ancestors 'none'");

    private AnswerHeaders() {}

    /**
     * Returns where the endpoints answer, as patterns.
     *
     * @param basePath the path of all endpoints, without a slash at its end
     * @param mappers what moves single endpoints
     */
    static String[] paths(String basePath, List<PathMapper> mappers) {
        return Stream.of("httppools", "httppoolspage")
                .map(id -> basePath + "/" + PathMapper.getRootPath(mappers, EndpointId.of(id)) + "/**")
                .toArray(String[]::new);
    }
}
