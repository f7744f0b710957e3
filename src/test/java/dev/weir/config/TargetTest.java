package dev.weir.config;

import static org.assertj.core.api.Assertions.assertThat;

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
        assertThat(Target.parse(text)).map(Target::toString).contains(normal);
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
        Target target = Target.parse(origin).orElseThrow();

        assertThat(Target.parse(pattern).orElseThrow().matches(target)).isEqualTo(isMatch);
    }

    @Test
    void ranksOriginsBeforePatternsAndMoreLabelsBeforeFewer() {
        assertThat(specificity("https://a.b")).isGreaterThan(specificity("https://*.x.y.z"));
        assertThat(specificity("https://*.y.z")).isGreaterThan(specificity("https://*.z"));
        assertThat(specificity("https://*.z")).isGreaterThan(specificity("https://*"));
    }

    private static int specificity(String text) {
        return Target.parse(text).orElseThrow().specificity();
    }
}
