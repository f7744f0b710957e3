package dev.weir.internal.log;

import org.jspecify.annotations.Nullable;

/**
 * Makes text from outside safe to print, in messages, logs and reports: characters that would move the cursor, color the
 * terminal, end a line or change the writing direction become escapes, such as {@code \\u001b}. Stateless.
 */
public final class PlainText {

    private static final String MASK = "***";
    private static final String WITHHELD = "(path withheld)";

    private PlainText() {}

    /**
     * Returns text that prints as it reads.
     *
     * @param text any text, such as a host name that a user has chosen
     * @return the text, with each control, format, line and paragraph character and each lone surrogate as an escape
     */
    public static String of(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (!isPlain(text.charAt(i))) {
                return escaped(text);
            }
        }
        return text;
    }

    private static String escaped(String text) {
        StringBuilder shown = new StringBuilder(text.length() + 16);
        text.codePoints().forEach(point -> {
            if (isPlain(point)) {
                shown.appendCodePoint(point);
            } else {
                shown.append(String.format("\\u%04x", point));
            }
        });
        return shown.toString();
    }

    private static boolean isPlain(int point) {
        return (point >= ' ' && point < 0x7f) || !isHidden(Character.getType(point));
    }

    private static boolean isHidden(int type) {
        return type == Character.CONTROL
                || type == Character.FORMAT
                || type == Character.SURROGATE
                || type == Character.LINE_SEPARATOR
                || type == Character.PARAGRAPH_SEPARATOR;
    }

    /**
     * Hides user info and query. Works on any text, since an address that cannot be parsed is what most often reaches a
     * message.
     *
     * @param address what may be an address
     * @return the text with {@code ***} in place of user info and query, printed as it reads
     */
    public static String withoutSecrets(String address) {
        int at = address.lastIndexOf('@');
        String shown = at < 0 ? address : schemeOf(address, at) + MASK + address.substring(at);
        int query = firstOf(shown, Math.max(0, shown.lastIndexOf('@')));
        return of(query < 0 ? shown : shown.substring(0, query + 1) + MASK);
    }

    /**
     * Hides the query of a path, or the whole of it.
     *
     * @param path the path, with whatever query there is
     * @param isShown whether reports show paths
     * @return the path without the query, printed as it reads
     */
    public static String path(@Nullable String path, boolean isShown) {
        return !isShown ? WITHHELD : path == null ? "/" : of(path.split("[?#]", 2)[0]);
    }

    private static String schemeOf(String address, int at) {
        int slashes = address.indexOf("://");
        return slashes >= 0 && slashes < at ? address.substring(0, slashes + 3) : "";
    }

    private static int firstOf(String text, int from) {
        int question = text.indexOf('?', from);
        int hash = text.indexOf('#', from);
        return question < 0 || hash < 0 ? Math.max(question, hash) : Math.min(question, hash);
    }
}
