package dev.weir.config;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/** The TLS contexts of route rules, by target. Immutable. */
record RouteContexts(Map<Target, SSLContext> contexts) {

    RouteContexts {
        contexts = Map.copyOf(contexts);
    }

    /** The name of a rule's context among the companions of a pool. */
    static String name(String target) {
        return "route[" + UserInfo.hidden(target) + "].sslContext";
    }

    static RouteContexts of(Draft draft) {
        Map<Target, SSLContext> found = new HashMap<>();
        for (RouteRule rule : draft.routes()) {
            SSLContext context = draft.companions().sslContext(name(rule.givenTarget()));
            if (context != null) {
                rule.parsed().ifPresent(target -> found.put(target, context));
            }
        }
        return new RouteContexts(found);
    }

    /** These, and those of earlier ones whose targets have none here. */
    RouteContexts over(RouteContexts earlier) {
        if (earlier.contexts.isEmpty()) {
            return this;
        }
        Map<Target, SSLContext> all = new HashMap<>(earlier.contexts);
        all.putAll(contexts);
        return new RouteContexts(all);
    }

    /** The context of the most specific target that matches. */
    Optional<SSLContext> find(Target origin) {
        return contexts.entrySet().stream()
                .filter(each -> each.getKey().matches(origin))
                .max(Comparator.comparingInt(each -> each.getKey().specificity()))
                .map(Map.Entry::getValue);
    }
}
