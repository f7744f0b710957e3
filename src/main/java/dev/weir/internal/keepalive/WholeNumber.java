package dev.weir.internal.keepalive;

import org.jspecify.annotations.Nullable;

/** Reads the numbers that servers put into headers. */
final class WholeNumber {

    static final long NOT_A_NUMBER = Long.MIN_VALUE;

    private WholeNumber() {}

    /** Returns the number, saturated to the range of a long, or {@link #NOT_A_NUMBER} if the text is anything else. */
    static long parse(@Nullable String text) {
        if (text == null) {
            return NOT_A_NUMBER;
        }
        String trimmed = text.trim();
        boolean negative = trimmed.startsWith("-");
        String digits = negative ? trimmed.substring(1) : trimmed;
        if (digits.isEmpty() || !onlyDigits(digits)) {
            return NOT_A_NUMBER;
        }
        long magnitude = saturated(digits);
        return negative ? -magnitude : magnitude;
    }

    private static boolean onlyDigits(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < '0' || c > '9') {
                return false;
            }
        }
        return true;
    }

    private static long saturated(String digits) {
        long value = 0;
        for (int i = 0; i < digits.length(); i++) {
            int digit = digits.charAt(i) - '0';
            if (value > (Long.MAX_VALUE - digit) / 10) {
                return Long.MAX_VALUE;
            }
            value = value * 10 + digit;
        }
        return value;
    }
}
