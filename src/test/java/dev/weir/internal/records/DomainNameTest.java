package dev.weir.internal.records;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DomainNameTest {

    @ParameterizedTest
    @CsvSource({
        "Recs.Test, recs.test",
        "recs.test., recs.test",
        "_sip.recs_1, _sip.recs_1",
        "bücher.test, xn--bcher-kva.test",
    })
    void namesAreAskedForInOneForm(String host, String expected) throws Exception {
        assertThat(DomainName.of(host)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "a..b", ".a", "recs.test.."})
    void emptyLabelsAreRefused(String host) {
        assertThatThrownBy(() -> DomainName.of(host)).isInstanceOf(UnknownHostException.class);
    }

    @Test
    void lengthsAreThoseOfTheDns() throws Exception {
        String label = "x".repeat(63);
        String longest = String.join(".", label, label, label, "x".repeat(61));

        assertThat(DomainName.of(longest)).hasSize(253);
        assertThat(new RecordQuestion(longest, RecordType.AAAA).message(1)).hasSize(12 + 255 + 4);
        assertThatThrownBy(() -> DomainName.of(longest + "x")).isInstanceOf(UnknownHostException.class);
        assertThatThrownBy(() -> DomainName.of(label + "x.test"))
                .isInstanceOf(UnknownHostException.class)
                .hasMessageEndingWith("is no host name, because labels have 1 to 63 characters, and names at most 253");
    }
}
