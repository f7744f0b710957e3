package dev.weir.config;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** All that was said explicitly about the origins that match a target, right or wrong; immutable. */
final class RouteDraft {
    private final String target;
    private final Optional<Target> parsed;
    private final Map<Knob<?>, Object> values;

    /** One of the objects beside the settings: it makes no difference to equality. */
    private final @Nullable SSLContext sslContext;

    RouteDraft(String target, Map<Knob<?>, Object> values, @Nullable SSLContext sslContext) {
        this.target = target;
        this.parsed = Target.parse(target);
        this.values = Map.copyOf(values);
        this.sslContext = sslContext;
    }

    /** The target as given, without user info. */
    String target() {
        return PlainText.withoutSecrets(target);
    }

    /** The target as given, user info included: not for messages. */
    String givenTarget() {
        return target;
    }

    Optional<Target> parsed() {
        return parsed;
    }

    boolean matches(Target origin) {
        return parsed.isPresent() && parsed.get().matches(origin);
    }

    boolean isPattern() {
        return parsed.isPresent() && parsed.get().isPattern();
    }

    boolean isMoreGeneralThan(RouteDraft other) {
        return other.parsed.isPresent() && matches(other.parsed.get()) && specificity() < other.specificity();
    }

    int specificity() {
        return parsed.map(Target::specificity).orElse(0);
    }

    Map<Knob<?>, Object> values() {
        return values;
    }

    @Nullable
    SSLContext sslContext() {
        return sslContext;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof RouteDraft that && target.equals(that.target) && values.equals(that.values);
    }

    @Override
    public int hashCode() {
        return Objects.hash(target, values);
    }

    @Override
    public String toString() {
        return target() + " {" + Knobs.text(values, true) + "}";
    }
}
