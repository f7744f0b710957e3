package dev.weir.config;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Collects what is wrong in one scope, and for each a value that would pass. Not thread-safe. */
final class Judge {

    static final String LEAVING_IT_OUT = "leaving it out";

    private static final List<Rule> SUMMANDS = List.of(
            Rule.POOL_WAIT_BELOW_CONNECT,
            Rule.CONNECT_BELOW_READ,
            Rule.READ_BELOW_TOTAL,
            Rule.HANDSHAKE_WITHIN_CONNECT);

    private final Scope scope;
    private final List<Violation> violations;

    private Judge(Scope scope, List<Violation> violations) {
        this.scope = scope;
        this.violations = violations;
    }

    /** Finds all that is wrong with a draft: first single values, then how the others relate. */
    static List<Violation> violations(Draft draft) {
        List<Violation> violations = new ArrayList<>();
        List<Scope> scopes = draft.scopes();
        for (Scope scope : scopes) {
            new ValueRules(new Judge(scope, violations)).check();
        }
        for (Scope scope : scopes) {
            if (!scope.isEmpty()) {
                new Judge(scope, violations).relations();
            }
        }
        return violations;
    }

    Scope scope() {
        return scope;
    }

    /**
     * Takes down that a knob, with the others that take part, breaks a rule; the demand is on the first. What only values of the
     * pool or of more general rules break is reported there, not again for each of the others.
     */
    void breach(Rule rule, String demand, String suggestion, Knob<?>... knobs) {
        if (scope.concerns(knobs)) {
            Map<String, String> subjects = new LinkedHashMap<>();
            for (Knob<?> knob : knobs) {
                subjects.put(scope.place(knob).name(knob), scope.text(knob));
            }
            breach(rule, subjects, scope.quoted(knobs[0]), demand, suggestion);
        }
    }

    /** Likewise of something else than a knob. */
    void breach(Rule rule, String subject, String value, String was, String demand, String suggestion) {
        breach(rule, Map.of(subject, value), was, demand, suggestion);
    }

    void breach(Rule rule, Map<String, String> subjects, String was, String demand, String suggestion) {
        Map<String, String> shown = new LinkedHashMap<>();
        subjects.forEach((name, value) -> shown.put(scope.draft().shown(name), value));
        String sentence = shown.keySet().iterator().next() + " " + demand + ", but was " + was + ": " + rule.reason()
                + "; " + suggestion + " would pass [" + rule + "]";
        violations.add(new Violation(shown, rule.toString(), rule.reason(), suggestion, sentence));
    }

    private void relations() {
        for (Rule rule : Rule.values()) {
            if (!rule.knobs().isEmpty() && on(scope, rule.knobs().get(0)) != null) {
                relation(rule);
            }
        }
        sum();
        if (scope.isPool()) {
            keptIn(Knobs.MAX_TOTAL);
            keptIn(Knobs.MAX_IDLE_IN_ALL);
        } else if (on(scope, Knobs.MIN_IDLE) != null) {
            minIdle();
        }
    }

    private void relation(Rule rule) {
        Knob<?> lower = rule.knobs().get(0);
        for (Knob<?> upper : rule.knobs().subList(1, rule.knobs().size())) {
            if (on(scope, upper) != null) {
                boolean isAdopted = scope.isAdopted(lower) && scope.isAdopted(upper);
                if (!isAdopted && !isKept(scope, rule, upper)) {
                    breach(rule, lower, upper);
                }
                return;
            }
        }
    }

    private void breach(Rule rule, Knob<?> lower, Knob<?> upper) {
        if (scope.get(lower) instanceof Integer low) {
            String either = scope.suggestion(lower, scope.get(upper)) + " or " + scope.suggestion(upper, low);
            breach(rule, "must not exceed " + scope.named(upper), either, lower, upper);
            return;
        }
        // Who asked for a long read wants a longer total, rather than less of what was asked for.
        List<Knob<?>> inOrderOfUse =
                new ArrayList<>(upper == Timeouts.TOTAL ? List.of(upper, lower) : List.of(lower, upper));
        List<Knob<?>> knobs = new ArrayList<>(List.of(lower, upper));
        String demand =
                (rule.isStrictFor(upper) ? "must be shorter than " : "must not be longer than ") + scope.named(upper);
        if (hasMargin(scope, rule)) {
            inOrderOfUse.add(KeepAlive.MARGIN);
            knobs.add(KeepAlive.MARGIN);
            demand += " by at least " + scope.named(KeepAlive.MARGIN);
        }
        String passing = fitting(inOrderOfUse, each -> isKept(each, rule, upper));
        breach(rule, demand, passing, knobs.toArray(new Knob<?>[0]));
    }

    private static boolean hasMargin(Scope scope, Rule rule) {
        Duration margin = rule == Rule.KEEP_ALIVE_BELOW_SERVER_IDLE ? scope.find(KeepAlive.MARGIN) : null;
        Duration serverIdle = scope.find(KeepAlive.SERVER_IDLE);
        return margin != null && serverIdle != null && margin.compareTo(serverIdle) < 0;
    }

    private static boolean isKept(Scope scope, Rule rule, Knob<?> upper) {
        Long low = on(scope, rule.knobs().get(0));
        Long high = on(scope, upper);
        boolean isUnordered = rule.knobs().contains(Timeouts.TOTAL) && scope.isTrue(Timeouts.UNORDERED);
        return low == null || high == null || isUnordered || low + gap(scope, rule, upper) <= high;
    }

    private static long gap(Scope scope, Rule rule, Knob<?> upper) {
        if (hasMargin(scope, rule)) {
            return scope.get(KeepAlive.MARGIN).toNanos();
        }
        return scope.get(upper) instanceof Duration && rule.isStrictFor(upper) ? Knob.SHORTEST.toNanos() : 0;
    }

    /** An explicit count, or time in nanoseconds; null if there is none, or one that is no limit. */
    private static @Nullable Long on(Scope scope, Knob<?> knob) {
        Object value = scope.find(knob);
        if (value instanceof Duration time) {
            return time.isZero() ? null : time.toNanos();
        }
        boolean isNone = (knob == Knobs.MAX_IDLE && scope.hasIdleThatGivesWay())
                || (value instanceof Integer count && count == 0 && knob != Knobs.MAX_IDLE);
        return value instanceof Integer count && !isNone ? Long.valueOf(count) : null;
    }

    /** Where defaults cannot make way so far that connecting and reading fit into an explicit total. */
    private void sum() {
        List<Knob<?>> knobs = new ArrayList<>(List.of(Timeouts.TOTAL));
        List<String> parts = new ArrayList<>();
        for (Knob<Duration> knob : List.of(Timeouts.CONNECT, Timeouts.POOL_WAIT, Tls.HANDSHAKE, Timeouts.READ)) {
            boolean isPart = knob == Timeouts.CONNECT || knob == Timeouts.READ || !scope.has(Timeouts.CONNECT);
            if (isPart && scope.findOn(knob) != null) {
                knobs.add(knob);
                parts.add(scope.named(knob));
            }
        }
        if (!isCovered(scope) && SUMMANDS.stream().allMatch(rule -> isKept(scope, rule, Timeouts.TOTAL))) {
            String demand = "must cover connecting and reading, with " + String.join(" and ", parts);
            String passing = fitting(knobs, Judge::isCovered);
            breach(Rule.TOTAL_COVERS_CONNECT_AND_READ, demand, passing, knobs.toArray(new Knob<?>[0]));
        }
    }

    private static boolean isCovered(Scope scope) {
        if (scope.findOn(Timeouts.TOTAL) == null || scope.isTrue(Timeouts.UNORDERED)) {
            return true;
        }
        Defaults.Resolved all = scope.resolve();
        Duration read = all.get(Timeouts.READ);
        return read.isZero() || all.get(Timeouts.CONNECT).plus(read).compareTo(all.get(Timeouts.TOTAL)) <= 0;
    }

    private void keptIn(Knob<Integer> limit) {
        Long most = on(scope, limit);
        int sum = scope.draft().minIdleOfAll();
        if (most != null && sum > most) {
            String demand = "must be at least the minIdle of all routes together (" + sum + ")";
            breach(Rule.MIN_IDLE_WITHIN_POOL, demand, scope.suggestion(limit, sum), limit);
        }
    }

    /** Connections that the pool opens by itself, and keeps, need an origin that is connected to directly. */
    private void minIdle() {
        Rule rule = Rule.MIN_IDLE_CAN_BE_KEPT;
        String none = scope.suggestion(Knobs.MIN_IDLE, 0);
        if (scope.own().isPattern()) {
            String sample = "route(\"https://recs:8443\", r -> r.minIdle(" + scope.get(Knobs.MIN_IDLE) + "))";
            breach(rule, "must be in the rule of an origin, such as " + sample, none, Knobs.MIN_IDLE);
            return;
        }
        if (Objects.equals(scope.find(KeepAlive.MAX), Duration.ZERO)) {
            String demand = "must be 0 where " + scope.name(KeepAlive.MAX) + " is 0s";
            breach(rule, demand, none, Knobs.MIN_IDLE, KeepAlive.MAX);
        }
        if (ProxyRules.leadsTo(scope)) {
            String demand = "must be 0 where " + scope.name(Knobs.PROXY) + " " + scope.text(Knobs.PROXY)
                    + " leads to the origin";
            breach(rule, demand, none, Knobs.MIN_IDLE, Knobs.PROXY);
        }
    }

    /**
     * The first knob, with the value that it would have by default, that heals a breach: beside all that is set, or else
     * beside the other knobs of the breach alone.
     */
    private String fitting(List<Knob<?>> knobs, Predicate<Scope> isKept) {
        for (Scope from : List.of(scope, scope.only(knobs))) {
            for (Knob<?> knob : knobs) {
                Object value = from.with(knob, null).resolve().values().get(knob);
                if (value != null && knob.allows(value) && isKept.test(scope.with(knob, value))) {
                    return scope.suggestion(knob, value);
                }
            }
        }
        return LEAVING_IT_OUT;
    }
}
