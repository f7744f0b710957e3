package dev.weir.load;

import java.io.IOException;

/** Sends one request and waits for its response. */
@FunctionalInterface
public interface Call {

    /**
     * Sends it.
     *
     * @param number the how-manieth of its caller this is, from 0
     * @throws IOException if it fails
     */
    void send(int number) throws IOException;
}
