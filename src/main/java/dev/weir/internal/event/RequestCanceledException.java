package dev.weir.internal.event;

import java.io.InterruptedIOException;

/** Ends an exchange that its caller no longer wants: it has not failed. */
public final class RequestCanceledException extends InterruptedIOException {

    private static final long serialVersionUID = 1;

    /** Creates one. */
    public RequestCanceledException() {
        super("The request was canceled");
    }
}
