package dev.weir.testserver;

import java.io.EOFException;
import java.io.IOException;
import java.net.ProtocolException;
import java.net.SocketException;
import javax.net.ssl.SSLException;

/** Who ended a connection, and how, as seen by the server. */
public enum ClosedBy {
    /** The client closed it in order, possibly in the middle of a request. */
    CLIENT_FIN,
    /** The client reset it. */
    CLIENT_RST,
    /** The server closed it in order. */
    SERVER_FIN,
    /** The server reset it. */
    SERVER_RST,
    /** The TLS handshake failed. */
    TLS_FAILED;

    static ClosedBy reasonFor(IOException failure) {
        if (failure instanceof EOFException) {
            return CLIENT_FIN;
        }
        if (failure instanceof ProtocolException) {
            return SERVER_FIN;
        }
        if (failure instanceof SSLException) {
            return failure.getCause() instanceof SocketException ? CLIENT_RST : CLIENT_FIN;
        }
        return failure instanceof SocketException ? CLIENT_RST : SERVER_FIN;
    }
}
