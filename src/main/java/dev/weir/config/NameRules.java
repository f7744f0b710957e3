package dev.weir.config;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What names and targets must look like. */
final class NameRules {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,64}");
    private static final Pattern HOST_IN_URL =
            Pattern.compile("(?:(https?)://|[^/]*://)?+(?:[^/]*@)?([^/?#@]+).*", Pattern.CASE_INSENSITIVE);
    private static final List<String> SAMPLE_TARGETS = List.of("https://api.example", "https://spare.example");

    static final List<Rule> ALL = List.of(
            new Rule("name-syntax", "the name stands in metrics, thread names and errors", NameRules::name),
            new Rule("target-syntax", "a rule is matched against the origins of requests", NameRules::target),
            new Rule(
                    "target-unique", "with two rules for one target it is unclear which one counts", NameRules::unique),
            new Rule("rule-sets-something", "a rule without a value changes nothing", NameRules::empty));

    private NameRules() {}

    private static List<Breach> name(Rule rule, Scope scope) {
        String name = scope.draft().name();
        if (!scope.isPool() || NAME.matcher(name).matches()) {
            return List.of();
        }
        String readable = name.replaceAll("\\p{Cntrl}", "?");
        String shown = readable.isBlank() ? "blank" : readable;
        String demand = "must be 1 to 64 letters, digits, dots, underscores or hyphens";
        return List.of(new Breach(
                rule, scope, Map.of("name", shown), List.of(), demand, (whole, sound) -> List.of(renamed(whole))));
    }

    private static Remedy renamed(Scope scope) {
        String plain = Normalizer.normalize(scope.draft().name().strip(), Normalizer.Form.NFD)
                .replaceAll("\\p{M}+", "")
                .replaceAll("[^A-Za-z0-9._-]+", "-");
        boolean isTelling = plain.chars().anyMatch(Character::isLetterOrDigit);
        String name = isTelling ? plain.substring(0, Math.min(64, plain.length())) : "pool";
        return new Remedy("name(" + name + ")", scope.draft().named(name));
    }

    private static List<Breach> target(Rule rule, Scope scope) {
        if (scope.isPool() || scope.rule().parsed().isPresent()) {
            return List.of();
        }
        String demand = TargetFlaw.of(scope.rule().givenTarget());
        Map<String, String> subject = Map.of(scope.prefix(), scope.rule().target());
        return List.of(new Breach(rule, scope, subject, List.of(), demand, (whole, sound) -> retargeted(whole)));
    }

    private static List<Remedy> retargeted(Scope scope) {
        List<String> targets = new ArrayList<>();
        Matcher parts = HOST_IN_URL.matcher(scope.rule().target().strip());
        if (parts.matches()) {
            String scheme = (parts.group(1) == null ? "https" : parts.group(1)) + "://";
            targets.add(scheme + parts.group(2));
            targets.add(scheme + "[" + parts.group(2) + "]");
            targets.add(scheme + parts.group(2).replaceFirst(":[^:\\]]*$", ""));
        }
        targets.addAll(SAMPLE_TARGETS);
        return targets.stream().map(target -> retargeted(scope, target)).toList();
    }

    private static Remedy retargeted(Scope scope, String target) {
        RouteRule rule = new RouteRule(target, scope.rule().values());
        return new Remedy("route(" + target + ")", scope.draft().withRoute(scope.index(), rule));
    }

    private static List<Breach> unique(Rule rule, Scope scope) {
        if (scope.isPool()) {
            return List.of();
        }
        Optional<Target> target = scope.rule().parsed();
        return scope.draft().routes().subList(0, scope.index()).stream()
                .filter(earlier -> target.isPresent() && earlier.parsed().equals(target))
                .findFirst()
                .map(earlier -> List.of(tie(rule, scope, earlier)))
                .orElse(List.of());
    }

    private static List<Breach> empty(Rule rule, Scope scope) {
        if (scope.isPool() || !scope.rule().values().isEmpty() || hasContext(scope)) {
            return List.of();
        }
        return List.of(new Breach(
                rule,
                scope,
                Map.of(scope.prefix(), "empty"),
                List.of(),
                "must set something, such as maxConnections",
                (whole, sound) -> List.of(new Remedy("leaving it out", withoutRule(whole)))));
    }

    private static boolean hasContext(Scope scope) {
        return scope.draft().companions().has(RouteContexts.name(scope.rule().givenTarget()));
    }

    private static Breach tie(Rule rule, Scope scope, RouteRule earlier) {
        Map<String, String> subjects = new LinkedHashMap<>();
        subjects.put(scope.prefix(), scope.rule().target());
        subjects.put("route[" + earlier.target() + "]", earlier.target());
        String demand = "must be another target than route[" + earlier.target() + "] of the same pool";
        String text = "route(" + earlier.target() + ") once, with the values of both,";
        return new Breach(
                rule,
                scope,
                subjects,
                List.of(),
                demand,
                (whole, sound) -> List.of(new Remedy(text, withoutRule(whole))));
    }

    private static Draft withoutRule(Scope scope) {
        List<RouteRule> routes = new ArrayList<>(scope.draft().routes());
        routes.remove(scope.index());
        return scope.draft().withRoutes(routes);
    }
}
