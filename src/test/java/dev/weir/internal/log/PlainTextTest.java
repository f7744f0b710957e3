package dev.weir.internal.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.config.InvalidPoolConfigException;
import dev.weir.config.PoolConfig;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlainTextTest {

    @ParameterizedTest
    @CsvSource({
        "1b,\\u001b",
        "0d,\\u000d",
        "0a,\\u000a",
        "00,\\u0000",
        "7f,\\u007f",
        "9b,\\u009b",
        "202e,\\u202e",
        "2066,\\u2066"
    })
    void showsWhatDoesNotPrintAsAnEscape(String code, String shown) {
        String hostile = "a" + (char) Integer.parseInt(code, 16) + "b";

        assertThat(PlainText.of(hostile)).isEqualTo("a" + shown + "b");
    }

    @Test
    void keepsAViolationOnItsLine() {
        assertThatThrownBy(() -> PoolConfig.builder("test")
                        .route("http://a\r\nWARN forged\u202e", route -> route.maxConnections(1))
                        .build())
                .isInstanceOf(InvalidPoolConfigException.class)
                .message()
                .contains("http://a\\u000d\\u000aWARN forged\\u202e")
                .doesNotContain("\r");
    }
}
