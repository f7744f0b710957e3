package dev.weir.config;

/**
 * Makes text from outside safe to print, in messages, logs and reports: characters that would move the cursor, color the
 * terminal, end a line or change the writing direction become escapes, such as {@code \\u001b}. Stateless.
 */
public final class PlainText {

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
}
