package dev.weir.servers;

import java.util.Map;

/**
 * What a client sends.
 *
 * @param method the method
 * @param uri where to
 * @param length how many bytes its body has; negative if it has none
 * @param isChunked whether the length of the body is not announced
 * @param expectsContinue whether the body waits for the server's word
 * @param headers further headers
 */
record Request(
        String method,
        String uri,
        int length,
        boolean isChunked,
        boolean expectsContinue,
        Map<String, String> headers) {

    boolean hasBody() {
        return length >= 0;
    }

    byte[] body() {
        return Pattern.bytes(length);
    }
}
