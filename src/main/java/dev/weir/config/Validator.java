package dev.weir.config;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds all that is wrong with a draft, and for each a value that would pass. */
final class Validator {
    /** Every rule there is; the first kind looks at single values, the second at how values that are sound relate. */
    static final List<Rule> VALUE_RULES = Stream.of(
                    NameRules.ALL,
                    DurationRules.ALL,
                    ValueRules.ALL,
                    ProxyRules.ALL,
                    TlsNameRules.ALL,
                    CompanionRules.ALL)
            .flatMap(List::stream)
            .toList();

    static final List<Rule> RELATION_RULES = Stream.of(
                    LimitRules.ALL,
                    MinIdleRules.ALL,
                    TimeoutRules.ALL,
                    HandshakeRules.ALL,
                    KeepAliveRules.ALL,
                    EvictionRules.ALL,
                    RetryRules.ALL,
                    ProtocolRules.ALL,
                    KindRules.ALL)
            .flatMap(List::stream)
            .toList();

    private Validator() {}

    static List<Violation> violations(Draft draft) {
        List<Breach> breaches = breaches(draft);
        Draft sound = sound(draft, breaches);
        Set<String> known = keys(breaches);
        return breaches.stream()
                .map(breach -> breach.violation(suggestion(breach, sound, known)))
                .toList();
    }

    private static List<Breach> breaches(Draft draft) {
        List<Breach> flaws = broken(VALUE_RULES, draft);
        List<Breach> breaches = new ArrayList<>(flaws);
        broken(RELATION_RULES, sound(draft, flaws)).stream()
                .filter(breach -> breach.holdsIn(draft))
                .map(breach -> breach.on(draft))
                .forEach(breaches::add);
        return breaches;
    }

    private static List<Breach> broken(List<Rule> rules, Draft draft) {
        return draft.scopes().stream()
                .flatMap(scope -> rules.stream().flatMap(rule -> rule.breaches(scope).stream()))
                .toList();
    }

    /** Without the values that are wrong by themselves, so that they are not reported a second time. */
    private static Draft sound(Draft draft, List<Breach> breaches) {
        Draft sound = draft;
        for (Breach breach : breaches) {
            if (VALUE_RULES.contains(breach.rule())) {
                sound = breach.removedFrom(sound);
            }
        }
        return sound;
    }

    /** Prefers a change that leaves nothing new to complain about, and takes any rather than hide the breach. */
    private static String suggestion(Breach breach, Draft sound, Set<String> known) {
        List<Remedy> remedies = breach.remedies().apply(breach.scope(), sound);
        Set<String> others = new HashSet<>(known);
        others.remove(breach.key());
        Predicate<Remedy> isClean = remedy -> others.containsAll(keys(breaches(remedy.draft())));
        Predicate<Remedy> isEnough = remedy -> !keys(breaches(remedy.draft())).contains(breach.key());
        return remedies.stream()
                .filter(isClean)
                .findFirst()
                .or(() -> remedies.stream().filter(isEnough).findFirst())
                .orElseGet(() -> remedies.get(0))
                .text();
    }

    private static Set<String> keys(List<Breach> breaches) {
        return breaches.stream().map(Breach::key).collect(Collectors.toSet());
    }
}
