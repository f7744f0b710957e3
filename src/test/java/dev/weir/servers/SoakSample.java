package dev.weir.servers;

import java.util.Locale;

/**
 * The figures of a moment at which no caller sends.
 *
 * @param seconds since the beginning
 * @param heapBytes the size of the heap after a collection
 * @param threads the threads of Weir
 * @param sockets the open ones to the servers, as the operating system counts them
 * @param idle the idle connections of all pools
 * @param alarms the deadlines that are set
 * @param answered the requests so far that had their response
 * @param failed those that failed
 * @param faults the faults so far
 */
record SoakSample(
        long seconds,
        long heapBytes,
        long threads,
        long sockets,
        long idle,
        long alarms,
        long answered,
        long failed,
        long faults) {

    static final String COLUMNS = "seconds,heap bytes,threads,sockets,idle,deadlines,answered,failed,faults";

    double heapMegabytes() {
        return heapBytes / 1e6;
    }

    String line() {
        return String.format(
                Locale.ROOT,
                "%d,%d,%d,%d,%d,%d,%d,%d,%d",
                seconds,
                heapBytes,
                threads,
                sockets,
                idle,
                alarms,
                answered,
                failed,
                faults);
    }
}
