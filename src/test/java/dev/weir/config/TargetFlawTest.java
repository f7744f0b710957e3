package dev.weir.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a text lacks that is no target, and what it may have meant. */
@SuppressWarnings({"NullAway", "DataFlowIssue"}) // a null is tried, too
class TargetFlawTest {

    private final PoolConfig config = PoolConfig.builder("shop").build();

    @ParameterizedTest
    @CsvSource(
            ignoreLeadingAndTrailingWhitespace = false,
            quoteCharacter = '"',
            value = {
                "https://recs:70000|must have a port from 1 to 65535|route(https://recs)",
                "https://recs:0|must have a port from 1 to 65535|route(https://recs)",
                "https://recs:|must have a port from 1 to 65535|route(https://recs)",
                "https://recs:x|must have a port from 1 to 65535|route(https://recs)",
                "https://[::1]:70000|must have a port from 1 to 65535|route(https://[::1])",
                "ftp://recs|must begin with http:// or https://|route(https://recs)",
                "https://rec*|must have its wildcard as a whole first label, as in"
                        + " *.internal|route(https://api.example)",
                "https://a.*.b|must have its wildcard as a whole first label, as in"
                        + " *.internal|route(https://api.example)",
                "https://*recs|must have its wildcard as a whole first label, as in"
                        + " *.internal|route(https://api.example)",
                "https://*.*.b|must have its wildcard as a whole first label, as in"
                        + " *.internal|route(https://api.example)",
                " https://recs|must not contain blanks or control characters|route(https://recs)",
                "https://re cs|must not contain blanks or control characters|route(https://api.example)",
                "https://::1|must have brackets around an IPv6 address|route(https://[::1])",
                "https://[::1|must have brackets around an IPv6 address|route(https://api.example)",
                "https://[recs]|must have an IPv6 address between its brackets|route(https://api.example)",
                "https://recs/v1|must not have a path, a query or a fragment|route(https://recs)",
                "https://ann:secret@recs|must not contain user info|route(https://recs)",
                "https://|must name a host|route(https://api.example)",
                "https://:8443|must name a host|route(https://api.example)",
                "https://-a|must have a host whose labels are letters, digits, underscores and, between these, hyphens"
                        + "|route(https://api.example)",
                "https://recs..internal|must have a host whose labels are letters, digits, underscores and, between"
                        + " these, hyphens|route(https://api.example)"
            },
            delimiter = '|')
    void isNamedWithATargetThatWouldPass(String target, String demand, String suggestion) {
        assertThat(Violations.of((PoolConfig.Builder pool) -> pool.route(target, r -> r.maxConnections(5))))
                .singleElement()
                .satisfies(violation -> {
                    assertThat(violation.message())
                            .contains("] " + demand + ", but was ")
                            .doesNotContain("secret");
                    assertThat(violation.suggestion().replace("\"", "")).isEqualTo(suggestion);
                });
    }

    @Test
    void isToldInOneSentence() {
        assertThat(Violations.of(
                        (PoolConfig.Builder pool) -> pool.route("https://recs:70000", r -> r.maxConnections(5))))
                .extracting(Violation::message)
                .containsExactly(
                        "route[https://recs:70000] must have a port from 1 to 65535, but was \"https://recs:70000\": a"
                                + " rule is matched against the origins of requests; route(\"https://recs\") would pass"
                                + " [target-syntax]");
    }

    @Test
    void isNamedWhereOneOriginIsAsked() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> config.effective("https://recs:70000"))
                .withMessage("target must have a port from 1 to 65535, but was https://recs:70000; such as"
                        + " https://recs:8443");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> config.effective("https://*.internal"))
                .withMessage("target must be one origin, not a pattern, but was https://*.internal; such as"
                        + " https://recs.internal");
        assertThatExceptionOfType(NullPointerException.class)
                .isThrownBy(() -> config.effective((String) null))
                .withMessage("target must not be null");
    }

    @Test
    void ofANameIsAnsweredByThoseThatItMayMean() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> config.effective().setting("read"))
                .withMessage("there is no knob read; did you mean timeouts.read?");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> config.effective().setting("idle"))
                .withMessage("there is no knob idle; did you mean eviction.idle?");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> config.effective().setting("maxtotal"))
                .withMessage("there is no knob maxtotal; did you mean maxTotal?");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> config.effective().setting("colour"))
                .withMessage("there is no knob colour");
    }
}
