package dev.weir.testserver;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;

/** Copies bytes both ways between two connections until both directions have ended. */
final class Tunnel {

    private final Socket client;
    private final Socket target;

    Tunnel(Socket client, Socket target) {
        this.client = client;
        this.target = target;
    }

    /** Returns when both directions have ended; what was read ahead from the client goes first. */
    void run(byte[] readAhead) throws IOException {
        target.getOutputStream().write(readAhead);
        Thread back = AcceptLoop.daemon(
                () -> copy(target, client), Thread.currentThread().getName() + "-back");
        back.start();
        copy(client, target);
        try {
            back.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void copy(Socket from, Socket to) {
        try {
            copyUntilEnd(from, to);
        } catch (IOException e) {
            // A reset on one side must not look like an orderly end on the other.
            AcceptLoop.reset(from);
            AcceptLoop.reset(to);
            AcceptLoop.closeQuietly(from);
            AcceptLoop.closeQuietly(to);
        }
    }

    private static void copyUntilEnd(Socket from, Socket to) throws IOException {
        InputStream in = from.getInputStream();
        OutputStream out = to.getOutputStream();
        byte[] buffer = new byte[16 * 1024];
        for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
            out.write(buffer, 0, count);
        }
        to.shutdownOutput();
    }
}
