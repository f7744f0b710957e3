package dev.weir.bench;

import dev.weir.load.Latencies;

/** What callers saw of a spike, by seconds since it began. Not thread-safe. */
final class SpikeTally {

    private final long[] answers;
    // Of the requests that were sent in the first second, whenever they were answered: those that hang count too.
    private final Latencies first = new Latencies();

    SpikeTally(int seconds) {
        answers = new long[seconds];
    }

    void answered(int sentSecond, int answeredSecond, long nanos) {
        if (sentSecond == 0) {
            first.add(nanos);
        }
        if (answeredSecond < answers.length) {
            answers[answeredSecond]++;
        }
    }

    void add(SpikeTally other) {
        for (int i = 0; i < answers.length; i++) {
            answers[i] += other.answers[i];
        }
        first.add(other.first);
    }

    long answersIn(int second) {
        return answers[second];
    }

    Latencies first() {
        return first;
    }
}
