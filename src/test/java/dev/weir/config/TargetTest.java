package dev.weir.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Objects;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TargetTest {

    @ParameterizedTest
    @CsvSource({
        "https://recs, https://recs:443",
        "http://x, http://x:80",
        "HTTPS://Recs.Internal:8443, https://recs.internal:8443",
        "https://recs., https://recs:443",
        "https://[::1], 'https://[0:0:0:0:0:0:0:1]:443'",
        "https://[0:0::0:1]:8443, 'https://[0:0:0:0:0:0:0:1]:8443'",
        "https://*, https://*:443",
        "http://*.internal:8080, http://*.internal:8080",
        "http://my_service:8080, http://my_service:8080",
        "http://10.0.0.1, http://10.0.0.1:80",
        "https://B\u00fccher.example, https://xn--bcher-kva.example:443",
        "https://XN--BCHER-KVA.example, https://xn--bcher-kva.example:443",
        "https://*.b\u00fccher.example, https://*.xn--bcher-kva.example:443"
    })
    void bringsTargetsIntoNormalForm(String text, String normal) {
        assertThat(Target.parse(text)).hasToString(normal);
    }

    @ParameterizedTest
    @CsvSource({
        "https://*.internal, https://a.internal, true",
        "https://*.internal, https://a.b.c.internal, true",
        "https://*.internal, https://A.INTERNAL:443, true",
        "https://*.internal, https://internal, false",
        "https://*.internal, https://ainternal, false",
        "https://*.internal, https://a.internal:8443, false",
        "https://*.internal, http://a.internal, false",
        "https://*.internal:8443, https://a.internal:8443, true",
        "https://*, https://anything.example, true",
        "https://*, https://[::1], true",
        "https://*, http://anything.example, false",
        "https://[::1], https://[0:0:0:0:0:0:0:1], true",
        "https://recs, https://recs:443, true",
        "https://recs, https://recs2, false",
        "https://b\u00fccher.example, https://xn--bcher-kva.example, true",
        "https://xn--bcher-kva.example, https://b\u00fccher.example, true",
        "https://*.b\u00fccher.example, https://shop.xn--bcher-kva.example, true",
        "https://b\u00fccher.example, https://bucher.example, false"
    })
    void matchesLabelsAtAnyDepth(String pattern, String origin, boolean isMatch) {
        assertThat(Target.origin(origin)).matches(each -> target(pattern).matches(each) == isMatch);
    }

    @Test
    void ranksOriginsBeforePatternsAndMoreLabelsBeforeFewer() {
        assertThat(specificity("https://a.b")).isGreaterThan(specificity("https://*.x.y.z"));
        assertThat(specificity("https://*.y.z")).isGreaterThan(specificity("https://*.z"));
        assertThat(specificity("https://*.z")).isGreaterThan(specificity("https://*"));
    }

    private static Target target(String text) {
        return Objects.requireNonNull(Target.parse(text));
    }

    private static int specificity(String text) {
        return target(text).specificity();
    }

    /** What a text lacks that is no target, and what it may have meant. */
    @SuppressWarnings({"NullAway", "DataFlowIssue"}) // a null is tried, too
    @Nested
    class Flaws {
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
                    "https://-a|must have a host whose labels are letters, digits, underscores and, between these,"
                            + " hyphens|route(https://api.example)",
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
                    .containsExactly("route[https://recs:70000] must have a port from 1 to 65535, but was"
                            + " \"https://recs:70000\": a rule is matched against the origins of requests;"
                            + " route(\"https://recs\") would pass [target-syntax]");
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
}
