package dev.weir.config;

import java.util.Locale;

/** Compares names as people misspell them. */
final class Spelling {
    private static final int MOST_EDITS = 2;
    private static final int LONGEST = 64;

    private Spelling() {}

    /** Whether two names differ in two letters at most, that are left out, added, replaced; case does not count. */
    static boolean isClose(String one, String other) {
        return one.length() <= LONGEST
                && other.length() <= LONGEST
                && edits(one.toLowerCase(Locale.ROOT), other.toLowerCase(Locale.ROOT)) <= MOST_EDITS;
    }

    /** The distance of Levenshtein. */
    private static int edits(String one, String other) {
        int[] before = new int[other.length() + 1];
        for (int j = 0; j <= other.length(); j++) {
            before[j] = j;
        }
        for (int i = 1; i <= one.length(); i++) {
            int[] row = new int[other.length() + 1];
            row[0] = i;
            for (int j = 1; j <= other.length(); j++) {
                int replaced = before[j - 1] + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(replaced, 1 + Math.min(before[j], row[j - 1]));
            }
            before = row;
        }
        return before[other.length()];
    }
}
