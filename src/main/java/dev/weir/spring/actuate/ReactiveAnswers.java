package dev.weir.spring.actuate;

import java.util.List;
import java.util.stream.Stream;
import org.springframework.http.server.PathContainer;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import org.springframework.web.util.pattern.PathPattern;
import org.springframework.web.util.pattern.PathPatternParser;
import reactor.core.publisher.Mono;

/** Adds the headers to answers that WebFlux gives. Thread-safe. */
final class ReactiveAnswers implements WebFilter {

    private final List<PathPattern> paths;

    ReactiveAnswers(String... paths) {
        this.paths =
                Stream.of(paths).map(PathPatternParser.defaultInstance::parse).toList();
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        PathContainer path = exchange.getRequest().getPath().pathWithinApplication();
        if (paths.stream().anyMatch(pattern -> pattern.matches(path))) {
            AnswerHeaders.ALL.forEach(exchange.getResponse().getHeaders()::set);
        }
        return chain.filter(exchange);
    }
}
