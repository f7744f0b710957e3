package dev.weir.config;

import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;

/** What names of TLS must be: those that the pool's SSL context knows, because with any other each handshake fails. */
final class TlsNameRules {
    private static final String REASON = "each https connection would fail with a name that TLS does not know";

    static final List<Rule> ALL = List.of(
            new Rule(
                    "tls-protocols-known",
                    REASON,
                    (rule, scope) -> unknown(rule, scope, Tls.PROTOCOLS, SSLParameters::getProtocols)),
            new Rule(
                    "cipher-suites-known",
                    REASON,
                    (rule, scope) -> unknown(rule, scope, Tls.CIPHER_SUITES, SSLParameters::getCipherSuites)));

    private TlsNameRules() {}

    private static List<Breach> unknown(
            Rule rule, Scope scope, Knob<List<String>> knob, Function<SSLParameters, String[]> names) {
        List<String> set = scope.isPool() ? scope.find(knob) : null;
        if (set == null || set.isEmpty() || set.stream().anyMatch(String::isBlank)) {
            return List.of();
        }
        List<String> known = supported(scope.draft().companions().sslContext())
                .map(names)
                .map(List::of)
                .orElse(set);
        return known.containsAll(set)
                ? List.of()
                : List.of(Breach.of(
                        rule,
                        scope,
                        "must contain only names that the SSL context supports" + listed(knob, known),
                        List.of(knob),
                        (whole, sound) -> List.of(Remedy.of(whole, knob, mended(set, known)))));
    }

    // The suites are fifty.
    private static String listed(Knob<?> knob, List<String> known) {
        return knob == Tls.PROTOCOLS ? " (" + String.join(", ", known) + ")" : "";
    }

    private static Optional<SSLParameters> supported(@Nullable SSLContext own) {
        try {
            return Optional.of((own != null ? own : SSLContext.getDefault()).getSupportedSSLParameters());
        } catch (NoSuchAlgorithmException | UnsupportedOperationException e) {
            // Without a context that tells its names there is nothing to compare with.
            return Optional.empty();
        }
    }

    private static List<String> mended(List<String> set, List<String> known) {
        List<String> mended = set.stream()
                .flatMap(name -> closest(name, known).stream())
                .distinct()
                .toList();
        return mended.isEmpty() ? List.of(newest(known)) : mended;
    }

    private static Optional<String> closest(String name, List<String> known) {
        return Stream.concat(
                        known.stream().filter(name::equals),
                        known.stream().filter(each -> bare(each).equals(bare(name))))
                .findFirst();
    }

    /** Letters and digits alone: {@code TLS1.3}, {@code tlsv1.3} and {@code TLSv1_3} mean one protocol. */
    private static String bare(String name) {
        return name.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]", "").replaceFirst("^(TLS|SSL)V", "$1");
    }

    private static String newest(List<String> known) {
        return Stream.of("TLSv1.3", "TLS_AES_128_GCM_SHA256")
                .filter(known::contains)
                .findFirst()
                .orElseGet(() -> known.get(0));
    }
}
