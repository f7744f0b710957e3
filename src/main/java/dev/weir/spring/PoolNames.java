package dev.weir.spring;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Compares names as people mistake them, and makes names of pools. Pure. */
final class PoolNames {

    private static final int LONGEST = 64;

    private PoolNames() {}

    /**
     * Makes a name that a pool may have: groups may be called anything, and their clients must work.
     *
     * @param wanted the name of a group
     * @param suffix what the name has to end with
     */
    static String valid(String wanted, String suffix) {
        String clean = wanted.replaceAll("[^A-Za-z0-9._-]+", "-");
        // Browsers take dots alone for a way through directories.
        String name = clean.replaceAll("^\\.+$", "-");
        return name.substring(0, Math.min(name.length(), LONGEST - suffix.length())) + suffix;
    }

    /** The name as environment variables know it: without dashes, underscores and case. */
    static String canonical(String name) {
        return name.replaceAll("[^A-Za-z0-9]", "").toLowerCase(Locale.ROOT);
    }

    /**
     * Finds which pool was meant by a name that is none's. Names that differ in digits alone are no slips: versions and
     * instances are named so.
     */
    static Optional<String> misspelled(String wanted, Collection<String> pools) {
        if (pools.contains(wanted) || wanted.equals(HttpPools.DEFAULT)) {
            return Optional.empty();
        }
        return nearest(
                wanted,
                pools.stream()
                        .filter(pool -> !withoutDigits(pool).equals(withoutDigits(wanted)))
                        .toList());
    }

    private static String withoutDigits(String name) {
        return name.replaceAll("\\d", "");
    }

    /** Finds what was probably meant: at most a third of the letters may differ, and never more than two. */
    static Optional<String> nearest(String wanted, Collection<String> names) {
        int most = Math.min(2, wanted.length() / 3);
        return names.stream()
                .filter(name -> distance(wanted, name) <= most)
                .min(Comparator.comparingInt((String name) -> distance(wanted, name))
                        .thenComparing(Comparator.naturalOrder()));
    }

    /** The number of letters to insert, leave out or replace. */
    static int distance(String one, String other) {
        int[] row = new int[other.length() + 1];
        for (int j = 0; j < row.length; j++) {
            row[j] = j;
        }
        for (int i = 1; i <= one.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                int replaced = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[other.length()];
    }
}
