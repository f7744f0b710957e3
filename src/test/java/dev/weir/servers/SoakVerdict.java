package dev.weir.servers;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;

/** What the samples of a soak show about leaks. The last half of them counts: before, caches and the compiler settle. */
final class SoakVerdict {

    private static final double MOST_GROWTH = 0.02;
    private static final double MOST_GROWTH_OF_THREADS = 0.1;
    // With fewer, the medians of quarters depend more on chance than on growth.
    private static final int LEAST_SAMPLES = 40;

    private SoakVerdict() {}

    /** Returns what is wrong, in words; nothing if nothing leaks. */
    static List<String> of(List<SoakSample> samples) {
        List<String> wrong = new ArrayList<>();
        for (SoakSample sample : samples) {
            if (sample.sockets() != sample.idle()) {
                wrong.add("%d s: %d sockets are open, but %d connections are idle"
                        .formatted(sample.seconds(), sample.sockets(), sample.idle()));
            }
            if (sample.alarms() != 0) {
                wrong.add(
                        "%d s: %d deadlines are set, but no caller waits".formatted(sample.seconds(), sample.alarms()));
            }
        }
        if (samples.size() >= LEAST_SAMPLES) {
            grown("heap", growth(samples, SoakVerdict::heap), MOST_GROWTH, wrong);
            grown("least number of threads", growth(samples, SoakVerdict::threads), MOST_GROWTH_OF_THREADS, wrong);
        }
        return wrong;
    }

    private static void grown(String what, double growth, double most, List<String> wrong) {
        if (growth > most) {
            wrong.add(String.format(Locale.ROOT, "the %s has grown by %.1f %% in the last half", what, 100 * growth));
        }
    }

    /** Returns by which share a figure of the fourth quarter exceeds that of the third; below 0 if it does not. */
    private static double growth(List<SoakSample> samples, ToLongFunction<List<SoakSample>> figure) {
        double before = figure.applyAsLong(third(samples));
        return before == 0 ? 0 : figure.applyAsLong(fourth(samples)) / before - 1;
    }

    private static List<SoakSample> third(List<SoakSample> samples) {
        return samples.subList(samples.size() / 2, samples.size() * 3 / 4);
    }

    private static List<SoakSample> fourth(List<SoakSample> samples) {
        return samples.subList(samples.size() * 3 / 4, samples.size());
    }

    /** The median, because single samples depend on what the servers have just done. */
    private static long heap(List<SoakSample> samples) {
        long[] sorted =
                samples.stream().mapToLong(SoakSample::heapBytes).sorted().toArray();
        return sorted[sorted.length / 2];
    }

    /** The least number, because threads for uploads and lookups come and go, and one that leaks is in every later sample. */
    private static long threads(List<SoakSample> samples) {
        return samples.stream().mapToLong(SoakSample::threads).min().orElse(0);
    }
}
