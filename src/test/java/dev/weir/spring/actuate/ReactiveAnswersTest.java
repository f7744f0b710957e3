package dev.weir.spring.actuate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.server.MockServerWebExchange;
import reactor.core.publisher.Mono;

class ReactiveAnswersTest {

    private final ReactiveAnswers filter = new ReactiveAnswers(AnswerHeaders.paths("/actuator", List.of()));

    @ParameterizedTest
    @CsvSource({
        "/actuator/httppools, true",
        "/actuator/httppools/default, true",
        "/actuator/httppoolspage, true",
        "/shop/actuator/httppools, true",
        "/actuator/health, false",
        "/orders, false"
    })
    void protectsWhatTheEndpointsAnswer(String path, boolean isProtected) {
        MockServerWebExchange exchange = MockServerWebExchange.from(MockServerHttpRequest.get(path)
                .contextPath(path.startsWith("/shop") ? "/shop" : "")
                .build());

        filter.filter(exchange, passed -> Mono.empty()).block();

        AnswerHeaders.ALL.forEach(
                (name, value) -> assertThat(exchange.getResponse().getHeaders().getOrEmpty(name))
                        .isEqualTo(isProtected ? List.of(value) : List.of()));
    }
}
