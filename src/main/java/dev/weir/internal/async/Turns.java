package dev.weir.internal.async;

/**
 * Decides which stream sends a part of its body next. HttpCore begins each turn of writing with the oldest stream, so the
 * others wait while the oldest keep the socket full; here a stream that has sent something waits until all others had a
 * chance. For the thread of the connection.
 */
final class Turns {

    static final long NONE = 0;

    private long round = NONE + 1;
    private boolean isSomeoneLeft;
    private boolean isSomeoneSkipped;

    /** Returns the round; a caller that has sent something in it waits for the next one. */
    long round() {
        return round;
    }

    /** Notes that a stream could send nothing, because the socket is full. */
    void refused() {
        isSomeoneLeft = true;
    }

    /** Notes that a stream was not asked, because it has had its turn. */
    void skipped() {
        isSomeoneSkipped = true;
    }

    /** Notes that HttpCore has asked the streams for what they have to send; returns whether it must ask once more. */
    boolean asked() {
        boolean wasSomeoneSkipped = isSomeoneSkipped;
        if (!isSomeoneLeft) {
            round++;
        }
        isSomeoneLeft = false;
        isSomeoneSkipped = false;
        return wasSomeoneSkipped;
    }
}
