package dev.weir.internal.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class LibraryVersionsTest {

    private static void check(@Nullable String found) {
        LibraryVersions.check("httpclient5", found, "5.6.3", "older ones are bad.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"5.6.2", "5.6", "5", "5.5.9", "4.5.14", "5.6-alpha1", "5.6.2-SNAPSHOT", "5.6.2.1"})
    void refuseWhatIsOlder(String version) {
        HttpClientVersionException refusal =
                catchThrowableOfType(HttpClientVersionException.class, () -> check(version));

        assertThat(refusal)
                .hasMessage("httpclient5 " + version + " is on the class path, but 5.6.3 or newer is needed: older ones"
                        + " are bad. Raise httpclient5 to 5.6.3 or newer (with Spring Boot: the property"
                        + " httpclient5.version).");
        assertThat(refusal.artifact()).isEqualTo("httpclient5");
        assertThat(refusal.found()).isEqualTo(version);
        assertThat(refusal.required()).isEqualTo("5.6.3");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"5.6.3", "5.6.4", "5.6.10", "5.10", "5.7-alpha1", "6", "6.0-beta", "5.6.3-SNAPSHOT", "5.6.3.1"})
    void takeWhatIsAsNewOrNewer(String version) {
        assertThatCode(() -> check(version)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", "UNAVAILABLE", "unknown", "...", "-5.6", "99999999999999999999", "\u0665.\u0666"})
    void takeWhatCannotBeTold(@Nullable String version) {
        assertThatCode(() -> check(version)).doesNotThrowAnyException();
    }

    @Test
    void refuseTheHttpClientThatTakesACertificateForAnyName() {
        String needed = LibraryVersions.CLIENT;

        assertThatExceptionOfType(HttpClientVersionException.class)
                .isThrownBy(() -> LibraryVersions.check("httpclient5", "5.6.3", needed, "it does."));
        assertThatCode(() -> LibraryVersions.check("httpclient5", "5.6.4", needed, "it does not."))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(strings = {"5.6.4", "5.6.4.1", "5.6"})
    void offerNoBrotliWhereItFails(String version) {
        assertThat(LibraryVersions.decodesBrotli(version)).isFalse();
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"5.6.5", "5.7-alpha1", "6.0", "unknown"})
    void offerBrotliWhereItWorks(@Nullable String version) {
        assertThat(LibraryVersions.decodesBrotli(version)).isTrue();
    }
}
