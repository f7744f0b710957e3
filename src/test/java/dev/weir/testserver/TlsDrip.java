package dev.weir.testserver;

import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;

/** Sends the beginning of a ServerHello that is never complete, one byte per interval. */
final class TlsDrip {

    // A handshake record of 16 KiB that holds one ServerHello: no client can act on it before the last byte.
    private static final byte[] BEGINNING = {22, 3, 3, 0x40, 0, 2, 0, 0x3F, (byte) 0xFC, 3, 3};

    private TlsDrip() {}

    static void run(Socket socket, Duration interval) throws IOException {
        OutputStream out = socket.getOutputStream();
        awaitHello(socket);
        socket.setSoTimeout(Math.max(1, Math.toIntExact(interval.toMillis())));
        for (int i = 0; true; i++) {
            out.write(i < BEGINNING.length ? BEGINNING[i] : 0);
            pauseUnlessEnded(socket);
        }
    }

    private static void awaitHello(Socket socket) throws IOException {
        if (socket.getInputStream().read(new byte[16 * 1024]) < 0) {
            throw new EOFException("no ClientHello came");
        }
    }

    // The pause is a read that is expected to time out, so that the client's end is noticed at once.
    private static void pauseUnlessEnded(Socket socket) throws IOException {
        try {
            socket.getInputStream().skipNBytes(Long.MAX_VALUE);
        } catch (SocketTimeoutException e) {
            return; // the interval is over
        }
    }
}
