package dev.weir.internal.records;

import java.io.IOException;

/** The reply of a name server is no message, or not one about the question. */
final class MalformedReplyException extends IOException {

    private static final long serialVersionUID = 1L;

    MalformedReplyException(String what) {
        super("its reply has " + what);
    }
}
