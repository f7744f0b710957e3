package dev.weir.internal.diagnosis;

import java.time.Duration;
import java.util.Locale;

/** Writes figures for people. Pure. */
final class Wording {

    private Wording() {}

    static String percent(long part, long whole) {
        return whole == 0 ? "0 %" : Math.round(100.0 * part / whole) + " %";
    }

    static String rate(double perSecond) {
        return String.format(Locale.ROOT, perSecond < 10 ? "%.1f" : "%.0f", perSecond) + "/s";
    }

    static String time(Duration time) {
        double millis = time.toNanos() / 1e6;
        if (millis >= 1_000) {
            return String.format(Locale.ROOT, "%.1f s", millis / 1_000);
        }
        return String.format(Locale.ROOT, millis < 10 ? "%.1f ms" : "%.0f ms", millis);
    }

    /** Returns a time as written in properties, rounded up to a readable value. */
    static String knob(Duration time) {
        long millis = Math.max(1, time.toMillis());
        return millis < 1_000 ? roundedUp(millis) + "ms" : (millis + 999) / 1_000 + "s";
    }

    private static long roundedUp(long millis) {
        long step = millis < 100 ? 10 : 100;
        return (millis + step - 1) / step * step;
    }

    /** Returns words with the capital and the dot of a sentence. */
    static String sentence(String words) {
        return Character.toUpperCase(words.charAt(0)) + words.substring(1) + ".";
    }

    static String lately(Duration span) {
        long seconds = Math.max(1, span.toSeconds());
        return seconds < 120 ? "in " + seconds + " s" : "in " + seconds / 60 + " min";
    }
}
