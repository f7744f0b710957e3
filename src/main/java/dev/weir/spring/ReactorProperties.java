package dev.weir.spring;

import org.jspecify.annotations.Nullable;

/**
 * Which threads serve the connections of an asynchronous pool.
 *
 * @param own Whether the pool has I/O threads of its own instead of sharing those of other pools
 * @param threads How many I/O threads the pool has of its own
 * @param callbacksOnIoThread Whether callers are called back on the thread that reads and writes on the connection
 */
record ReactorProperties(
        @Nullable Boolean own,
        @Nullable Integer threads,
        @Nullable Boolean callbacksOnIoThread) {}
