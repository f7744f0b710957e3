package dev.weir.internal.callback;

/** There was no memory to serve a caller. Made before that happens, so that it can be told; it has no stack trace. */
public final class NoMemoryException extends RuntimeException {

    /** The only one. */
    @SuppressWarnings("StaticAssignmentOfThrowable") // it is for the moment in which none can be made
    public static final NoMemoryException INSTANCE = new NoMemoryException();

    private static final long serialVersionUID = 1L;

    private NoMemoryException() {
        super("There was no memory for the lease of a connection", null, false, false);
    }
}
