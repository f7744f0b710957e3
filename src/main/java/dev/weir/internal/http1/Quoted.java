package dev.weir.internal.http1;

/** Quotes what a peer sent for use in a message: short and printable. Pure. */
public final class Quoted {

    /** The most characters of a peer in a message. */
    public static final int MOST_CHARACTERS = 64;

    // No message of HttpCore, HttpClient or our own is longer without a quote.
    private static final int MOST_OF_MESSAGE = 256;

    private Quoted() {}

    /**
     * Quotes a text.
     *
     * @param sent what the peer sent
     * @return at most 64 characters of it in quotes; those that are not printable ASCII are replaced
     */
    public static String of(CharSequence sent) {
        return "'" + printable(sent, MOST_CHARACTERS) + "'";
    }

    /** Shortens a message, which may quote a peer at any length, to 256 printable characters. */
    static String shortened(String message) {
        return printable(message, MOST_OF_MESSAGE);
    }

    private static String printable(CharSequence sent, int most) {
        int length = Math.min(sent.length(), most);
        StringBuilder text = new StringBuilder(length + 4);
        for (int i = 0; i < length; i++) {
            char c = sent.charAt(i);
            text.append((c >= ' ' && c < 0x7f) || c == '…' ? c : '?');
        }
        return sent.length() > length ? text.append('…').toString() : text.toString();
    }
}
