package dev.weir.internal.http1;

/** Quotes what a peer sent for use in a message: short and printable. Pure. */
public final class Quoted {

    /** The most characters of a peer in a message. */
    public static final int MOST_CHARACTERS = 64;

    // What HttpCore and our own messages write before a quote.
    private static final String[] MARKS = {": ", "'", "<"};

    private Quoted() {}

    /**
     * Quotes a text.
     *
     * @param sent what the peer sent
     * @return at most 64 characters of it in quotes; those that are not printable ASCII are replaced
     */
    public static String of(CharSequence sent) {
        int length = Math.min(sent.length(), MOST_CHARACTERS);
        StringBuilder quoted = new StringBuilder(length + 4).append('\'');
        for (int i = 0; i < length; i++) {
            char c = sent.charAt(i);
            quoted.append(isPrintable(c) ? c : '?');
        }
        return quoted.append(sent.length() > length ? "…'" : "'").toString();
    }

    /**
     * Shortens the quote in a message.
     *
     * @param message a message of HttpCore, HttpClient or our own
     * @return the message, with at most 64 printable characters after the words that introduce the quote
     */
    static String within(String message) {
        int begin = begin(message);
        if (begin < 0) {
            return message;
        }
        String bare = bare(message, begin);
        return isShort(bare) ? message : message.substring(0, begin) + of(bare);
    }

    /** Returns where the quote in a message begins; less than zero if there is none. */
    static int begin(String message) {
        int begin = -1;
        for (String mark : MARKS) {
            int at = message.indexOf(mark);
            int end = mark.endsWith(" ") ? at + mark.length() : at;
            begin = at >= 0 && (begin < 0 || end < begin) ? end : begin;
        }
        return begin;
    }

    /** Returns the quote in a message without its surroundings. */
    static String bare(String message, int begin) {
        char first = begin < message.length() ? message.charAt(begin) : 0;
        char last = message.charAt(message.length() - 1);
        boolean isEnclosed =
                message.length() - begin > 1 && ((first == '\'' && last == '\'') || (first == '<' && last == '>'));
        return isEnclosed ? message.substring(begin + 1, message.length() - 1) : message.substring(begin);
    }

    // One of our own that was shortened already ends with an ellipsis.
    private static boolean isShort(String bare) {
        int length = bare.endsWith("…") ? bare.length() - 1 : bare.length();
        return length <= MOST_CHARACTERS && bare.chars().limit(length).allMatch(Quoted::isPrintable);
    }

    private static boolean isPrintable(int c) {
        return c >= ' ' && c < 0x7f;
    }
}
