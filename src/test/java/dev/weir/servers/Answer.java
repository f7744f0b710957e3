package dev.weir.servers;

/**
 * What a client has received.
 *
 * @param status the status
 * @param length how many bytes the body has, once it is decoded
 * @param checksum of the body
 * @param largeHeaders how many large headers came whole
 * @param trailer the trailer, or empty
 */
record Answer(int status, long length, long checksum, long largeHeaders, String trailer) {

    /** Says where it differs from what should have come; empty if it does not. */
    String difference(Answer expected) {
        if (status != expected.status) {
            return "status " + status;
        }
        if (length != expected.length) {
            return length > expected.length ? "body too long" : "body cut";
        }
        if (checksum != expected.checksum) {
            return "wrong body";
        }
        if (largeHeaders != expected.largeHeaders) {
            return "headers missing";
        }
        return trailer.equals(expected.trailer) ? "" : "trailer missing";
    }

    Answer withoutTrailer() {
        return new Answer(status, length, checksum, largeHeaders, "");
    }
}
