package dev.weir.spring;

/** Thrown when a customizer of the application answers with another kind of builder, which knows nothing of the pool. */
final class ReplacedBuilderException extends IllegalStateException {

    private static final long serialVersionUID = 1L;

    private ReplacedBuilderException(Class<?> expected, Object builder) {
        super("A customizer returns " + builder.getClass().getName() + " in place of " + expected.getSimpleName()
                + ", and takes the requests away from the pool");
    }

    static <B> B check(Class<B> expected, Object builder) {
        if (!expected.isInstance(builder)) {
            throw new ReplacedBuilderException(expected, builder);
        }
        return expected.cast(builder);
    }
}
