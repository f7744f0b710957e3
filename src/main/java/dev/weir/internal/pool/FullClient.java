package dev.weir.internal.pool;

/**
 * A callback for the lease of a full client: its requests have all headers when they are sent, and canceling its lease ends
 * the exchange that followed.
 */
public interface FullClient {}
