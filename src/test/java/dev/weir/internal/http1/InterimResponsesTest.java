package dev.weir.internal.http1;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.hc.core5.http.ProtocolException;
import org.junit.jupiter.api.Test;

class InterimResponsesTest {

    private final InterimResponses interim = new InterimResponses();

    private void receive(int responses) throws ProtocolException {
        for (int i = 0; i < responses; i++) {
            interim.received(103);
        }
    }

    @Test
    void allowsThirtyTwo() {
        assertThatCode(() -> receive(32)).doesNotThrowAnyException();
    }

    @Test
    void refusesOneMore() throws ProtocolException {
        receive(32);

        assertThatThrownBy(() -> receive(1))
                .isInstanceOf(ProtocolException.class)
                .hasMessage("The server sent more than 32 interim responses (1xx) to one request");
    }

    @Test
    void countsNoFinalResponse() throws ProtocolException {
        receive(32);

        assertThatCode(() -> interim.received(200)).doesNotThrowAnyException();
    }

    @Test
    void countsEachRequestByItself() throws ProtocolException {
        receive(32);
        interim.received(200);

        assertThatCode(() -> receive(32)).doesNotThrowAnyException();
    }
}
