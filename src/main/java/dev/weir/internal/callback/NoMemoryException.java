package dev.weir.internal.callback;

/**
 * Says that there was no memory to serve a caller. It is made in advance, because it could not be made then; it has no stack
 * trace.
 */
public final class NoMemoryException extends RuntimeException {

    /** The only one. */
    @SuppressWarnings("StaticAssignmentOfThrowable") // it serves when no exception can be made
    public static final NoMemoryException INSTANCE = new NoMemoryException();

    private static final long serialVersionUID = 1L;

    private NoMemoryException() {
        super("There was no memory for the lease of a connection", null, false, false);
    }
}
