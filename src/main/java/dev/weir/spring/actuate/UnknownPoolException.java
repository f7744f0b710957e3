package dev.weir.spring.actuate;

/** No pool of that name has been used yet. */
final class UnknownPoolException extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    UnknownPoolException(String name, String others) {
        super("There is no pool '" + name + "': a pool is built when a client first uses it. "
                + (others.isEmpty() ? "So far there is none." : "So far there are: " + others + "."));
    }
}
