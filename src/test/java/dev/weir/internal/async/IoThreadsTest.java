package dev.weir.internal.async;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IoThreadsTest {

    @Test
    void areAsManyAsProcessorsUpToEight() {
        assertThat(IoThreads.of(null, 1)).isEqualTo(1);
        assertThat(IoThreads.of(" ", 8)).isEqualTo(8);
        assertThat(IoThreads.of(null, 64)).isEqualTo(8);
    }

    @Test
    void areAsManyAsTheSystemPropertySays() {
        assertThat(IoThreads.of(" 16 ", 2)).isEqualTo(16);
        assertThat(IoThreads.of("1", 2)).isEqualTo(1);
        assertThat(IoThreads.of("1024", 2)).isEqualTo(1_024);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "1025", "-1", "many", "99999999999"})
    void refusesWhatIsNoSuchNumber(String property) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> IoThreads.of(property, 2))
                .withMessage("The system property weir.ioThreads must be a number from 1 to 1024, such as 2, but was '"
                        + property + "'");
    }
}
