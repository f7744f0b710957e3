package dev.weir.servers;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;

/** What the samples of a soak tell of leaks. The last half of them counts: before, caches and the compiler settle. */
final class SoakVerdict {

    private static final double MOST_GROWTH = 0.02;
    // How many there are at a moment depends on what the callers have just done.
    private static final double MOST_GROWTH_OF_THREADS = 0.1;
    // With fewer, the medians of quarters tell more of chance than of growth.
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
            grown(samples, "heap", SoakSample::heapBytes, MOST_GROWTH, wrong);
            grown(samples, "number of threads", SoakSample::threads, MOST_GROWTH_OF_THREADS, wrong);
        }
        return wrong;
    }

    private static void grown(
            List<SoakSample> samples, String what, ToLongFunction<SoakSample> figure, double most, List<String> wrong) {
        double growth = growth(samples, figure);
        if (growth > most) {
            wrong.add(String.format(Locale.ROOT, "the %s has grown by %.1f %% in the last half", what, 100 * growth));
        }
    }

    /** Returns by which share the median of the fourth quarter exceeds that of the third; below 0 if it does not. */
    static double growth(List<SoakSample> samples, ToLongFunction<SoakSample> figure) {
        double before = median(third(samples), figure);
        return before == 0 ? 0 : median(fourth(samples), figure) / before - 1;
    }

    private static List<SoakSample> third(List<SoakSample> samples) {
        return samples.subList(samples.size() / 2, samples.size() * 3 / 4);
    }

    private static List<SoakSample> fourth(List<SoakSample> samples) {
        return samples.subList(samples.size() * 3 / 4, samples.size());
    }

    private static double median(List<SoakSample> samples, ToLongFunction<SoakSample> figure) {
        long[] sorted = samples.stream().mapToLong(figure).sorted().toArray();
        return sorted.length == 0 ? 0 : sorted[sorted.length / 2];
    }
}
