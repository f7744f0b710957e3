package dev.weir.config;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What names of pools and targets of route rules must look like. */
final class TargetRules {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,64}");
    private static final Pattern HOST_IN_URL =
            Pattern.compile("(?:(https?)://|[^/]*://)?+(?:[^/]*@)?([^/?#@]+).*", Pattern.CASE_INSENSITIVE);

    static final List<Rule> ALL = List.of(
            new Rule("name-syntax", "the name stands in metrics, thread names and errors", TargetRules::name),
            new Rule("target-syntax", "a rule is matched against the origins of requests", TargetRules::target),
            new Rule(
                    "target-unique",
                    "with two rules for one target it is unclear which one counts",
                    TargetRules::unique),
            new Rule("rule-sets-something", "a rule without a value changes nothing", TargetRules::empty),
            new Rule("ssl-context-needs-https", "connections of http have no TLS", TargetRules::context));

    private TargetRules() {}

    private static Stream<Breach> name(Scope scope) {
        String name = scope.draft().name();
        if (!scope.isPool() || NAME.matcher(name).matches()) {
            return Stream.empty();
        }
        String shown = PlainText.of(name);
        String demand = "must be 1 to 64 letters, digits, dots, underscores or hyphens";
        return Stream.of(Breach.by(
                scope, "name", shown, Knob.quote(shown), demand, "name(" + Knob.quote(proposedFor(name)) + ")"));
    }

    private static String proposedFor(String name) {
        String plain = Normalizer.normalize(name.strip(), Normalizer.Form.NFD)
                .replaceAll("\\p{M}+", "")
                .replaceAll("[^A-Za-z0-9._-]+", "-");
        boolean isTelling = plain.chars().anyMatch(Character::isLetterOrDigit);
        return isTelling ? plain.substring(0, Math.min(64, plain.length())) : "pool";
    }

    private static Stream<Breach> target(Scope scope) {
        if (scope.isPool() || scope.rule().parsed().isPresent()) {
            return Stream.empty();
        }
        String shown = scope.rule().target();
        String demand = Target.flaw(scope.rule().givenTarget());
        String suggestion = "route(" + Knob.quote(proposedFor(scope)) + ")";
        return Stream.of(Breach.by(scope, prefix(scope), shown, Knob.quote(shown), demand, suggestion));
    }

    /** The first that the text may have meant, unless there is a rule for it. */
    private static String proposedFor(Scope scope) {
        List<String> targets = new ArrayList<>();
        Matcher parts = HOST_IN_URL.matcher(scope.rule().target().strip());
        if (parts.matches()) {
            String scheme = (parts.group(1) == null ? "https" : parts.group(1)) + "://";
            targets.add(scheme + parts.group(2));
            targets.add(scheme + "[" + parts.group(2) + "]");
            targets.add(scheme + parts.group(2).replaceFirst(":[^:\\]]*$", ""));
        }
        targets.add("https://api.example");
        return targets.stream()
                .filter(target -> Target.parse(target)
                        .filter(parsed -> scope.draft().routes().stream()
                                .noneMatch(rule -> rule.parsed().equals(Optional.of(parsed))))
                        .isPresent())
                .findFirst()
                .orElse("https://spare.example");
    }

    private static Stream<Breach> unique(Scope scope) {
        if (scope.isPool() || scope.rule().parsed().isEmpty()) {
            return Stream.empty();
        }
        RouteRule rule = scope.rule();
        return scope.draft().routes().subList(0, scope.index()).stream()
                .filter(earlier -> earlier.parsed().equals(rule.parsed()))
                .limit(1)
                .map(earlier -> {
                    Map<String, String> subjects = new LinkedHashMap<>();
                    subjects.put(prefix(scope), rule.target());
                    subjects.put("route[" + earlier.target() + "]", earlier.target());
                    String demand = "must be another target than route[" + earlier.target() + "] of the same pool";
                    String once = "route(" + Knob.quote(earlier.target()) + ") once, with the values of both,";
                    return new Breach(scope, subjects, List.of(), Knob.quote(rule.target()), demand, sound -> once);
                });
    }

    private static Stream<Breach> empty(Scope scope) {
        return scope.isPool()
                        || !scope.rule().values().isEmpty()
                        || scope.rule().sslContext() != null
                ? Stream.empty()
                : Stream.of(Breach.by(
                        scope,
                        prefix(scope),
                        "empty",
                        "empty",
                        "must set something, such as maxConnections",
                        Breach.LEAVING_IT_OUT));
    }

    private static Stream<Breach> context(Scope scope) {
        if (scope.isPool()
                || scope.rule().sslContext() == null
                || scope.rule().parsed().isEmpty()
                || scope.rule().parsed().get().isSecure()) {
            return Stream.empty();
        }
        String text = scope.rule().sslContext().getClass().getName();
        return Stream.of(Breach.by(
                scope, prefix(scope) + ".sslContext", text, text, "needs a target with https", Breach.LEAVING_IT_OUT));
    }

    private static String prefix(Scope scope) {
        return scope.draft().prefix(scope.index());
    }
}
