package dev.weir.internal.http1;

/** Quotes what a peer sent, so that it can stand in a message: short and printable. Pure. */
public final class Quoted {

    private static final int MOST_CHARACTERS = 64;

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
            quoted.append(c >= ' ' && c < 0x7f ? c : '?');
        }
        return quoted.append(sent.length() > length ? "…'" : "'").toString();
    }
}
