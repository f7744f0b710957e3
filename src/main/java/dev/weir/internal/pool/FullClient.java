package dev.weir.internal.pool;

/**
 * A callback of a lease that belongs to a full client: its requests have all their headers when they are sent, and
 * canceling its lease ends the exchange that followed.
 */
public interface FullClient {}
