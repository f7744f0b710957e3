package dev.weir.internal.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.internal.call.CurrentExchange;
import dev.weir.internal.call.ResponseHandle;
import dev.weir.internal.callback.EndOfEvent;
import java.util.stream.Stream;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CurrentExchangeTest {

    private static Stream<HttpContext> contexts() {
        return Stream.of(new CallContext(), HttpClientContext.create());
    }

    private record Exchange(boolean isSentWhole, EndOfEvent endOfEvent) implements CurrentExchange {

        Exchange() {
            this(true, new EndOfEvent(() -> {}));
        }

        @Override
        public void heldBy(ResponseHandle handle) {
            // Its caller holds it.
        }
    }

    @ParameterizedTest
    @MethodSource("contexts")
    void isTheLatestOfACall(HttpContext context) {
        CurrentExchange latest = new Exchange();
        new Exchange().noteIn(context);
        latest.noteIn(context);

        assertThat(CurrentExchange.in(context)).isSameAs(latest);
    }

    @ParameterizedTest
    @MethodSource("contexts")
    void isTakenOffItsContextOnce(HttpContext context) {
        CurrentExchange exchange = new Exchange();
        exchange.noteIn(context);

        assertThat(CurrentExchange.takeFrom(context)).isSameAs(exchange);
        assertThat(CurrentExchange.takeFrom(context)).isNull();
    }

    @ParameterizedTest
    @MethodSource("contexts")
    void isMissingWhereNoneHasBegun(HttpContext context) {
        assertThat(CurrentExchange.in(context)).isNull();
    }
}
