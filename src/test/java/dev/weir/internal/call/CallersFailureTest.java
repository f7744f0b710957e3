package dev.weir.internal.call;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ConnectException;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.core5.http.HttpHost;
import org.junit.jupiter.api.Test;

class CallersFailureTest {

    @Test
    void isOfTheSameTypeAndTellsTheFailureOfTheDial() {
        IOException failure = new ConnectException("refused");

        Exception own = CallersFailure.ofDial(failure, new HttpRoute(new HttpHost("upstream.test", 80)));

        assertThat(own).isExactlyInstanceOf(ConnectException.class).isNotSameAs(failure);
        assertThat(own).hasMessageContaining("refused").cause().isSameAs(failure);
    }
}
