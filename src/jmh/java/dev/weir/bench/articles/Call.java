package dev.weir.bench.articles;

import java.io.IOException;

/** Sends one request and waits for its answer. */
@FunctionalInterface
interface Call {

    /**
     * Sends it.
     *
     * @param number the how-manieth of its caller this is, from 0
     */
    void send(int number) throws IOException;
}
