package dev.weir.config;

import dev.weir.internal.log.PlainText;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;

/** What names of pools and targets of route rules must look like. */
final class TargetRules {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,64}");
    private static final String HOST_IN_URL = "(?i)(?:(https?)://|[^/]*://)?+(?:[^/]*@)?([^/?#@]+).*";

    private TargetRules() {}

    static void check(Judge judge) {
        if (judge.scope().isPool()) {
            name(judge);
        } else {
            target(judge);
        }
    }

    private static void name(Judge judge) {
        String name = judge.scope().draft().name();
        if (!NAME.matcher(name).matches()) {
            String shown = PlainText.of(name);
            judge.breach(
                    Rule.NAME_SYNTAX,
                    "name",
                    shown,
                    Knob.quote(shown),
                    "must be 1 to 64 letters, digits, dots, underscores or hyphens",
                    "name(" + Knob.quote(proposedFor(name)) + ")");
        }
    }

    private static String proposedFor(String name) {
        String plain = Normalizer.normalize(name.strip(), Normalizer.Form.NFD)
                .replaceAll("\\p{M}+", "")
                .replaceAll("[^A-Za-z0-9._-]+", "-");
        boolean isTelling = plain.chars().anyMatch(Character::isLetterOrDigit);
        return isTelling ? plain.substring(0, Math.min(64, plain.length())) : "pool";
    }

    private static void target(Judge judge) {
        Scope scope = judge.scope();
        Layer rule = scope.own();
        String name = rule.name();
        SSLContext context = rule.sslContext();
        if (rule.parsed().isEmpty()) {
            String shown = rule.target();
            String suggestion = "route(" + Knob.quote(proposedFor(scope)) + ")";
            String demand = Target.flaw(rule.givenTarget());
            judge.breach(Rule.TARGET_SYNTAX, name, shown, Knob.quote(shown), demand, suggestion);
        } else {
            unique(judge, rule);
            if (context != null && !rule.parsed().get().isSecure()) {
                String text = context.getClass().getName();
                judge.breach(
                        Rule.SSL_CONTEXT_NEEDS_HTTPS,
                        name + ".sslContext",
                        text,
                        text,
                        "needs a target with https",
                        Judge.LEAVING_IT_OUT);
            }
        }
        if (context == null && rule.values().isEmpty()) {
            String demand = "must set something";
            judge.breach(Rule.RULE_SETS_SOMETHING, name, "empty", "empty", demand, Judge.LEAVING_IT_OUT);
        }
    }

    /** The first that the text may have meant, unless there is a rule for it. */
    private static String proposedFor(Scope scope) {
        List<String> targets = new ArrayList<>();
        Matcher parts =
                Pattern.compile(HOST_IN_URL).matcher(scope.own().target().strip());
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

    @SuppressWarnings("ReferenceEquality") // two rules may say the same
    private static void unique(Judge judge, Layer rule) {
        for (Layer earlier : judge.scope().draft().routes()) {
            if (earlier == rule) {
                return;
            }
            if (earlier.parsed().equals(rule.parsed())) {
                Map<String, String> subjects = new LinkedHashMap<>();
                subjects.put(rule.name(), rule.target());
                subjects.put(earlier.name(), earlier.target());
                judge.breach(
                        Rule.TARGET_UNIQUE,
                        subjects,
                        Knob.quote(rule.target()),
                        "must be another target than " + earlier.name() + " of the same pool",
                        "route(" + Knob.quote(earlier.target()) + ") once, with the values of both,");
                return;
            }
        }
    }
}
