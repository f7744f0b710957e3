package dev.weir.bench;

import java.net.URI;

/** A client, as a caller sees it. Thread-safe. */
@FunctionalInterface
interface Sender {

    /**
     * Sends a {@code GET} and reads its response to the end.
     *
     * @param uri what to get
     * @return the length of the response's body
     * @throws Exception if that fails; it ends the run
     */
    int get(URI uri) throws Exception;
}
