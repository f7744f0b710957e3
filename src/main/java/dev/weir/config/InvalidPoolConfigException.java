package dev.weir.config;

import dev.weir.internal.log.PlainText;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Reports everything that is wrong with a pool's configuration at once. Thread-safe.
 *
 * @see PoolConfig.Builder#build()
 */
public final class InvalidPoolConfigException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    /** Not part of the serial form; the message still has all of it. */
    private final transient List<Violation> violations;

    InvalidPoolConfigException(String pool, List<Violation> violations) {
        super(describe(pool, violations));
        this.violations = List.copyOf(violations);
    }

    private static String describe(String pool, List<Violation> violations) {
        String count = violations.size() == 1 ? "1 violation" : violations.size() + " violations";
        String name = PlainText.of(pool);
        return violations.stream()
                .map(Violation::message)
                .collect(Collectors.joining("\n- ", "pool '" + name + "' has " + count + ":\n- ", ""));
    }

    /**
     * Returns all that is wrong.
     *
     * @return at least one violation, those of the pool before those of its routes; unmodifiable
     */
    public List<Violation> violations() {
        return violations;
    }
}
