package dev.weir.engine;

/**
 * A route of the pool at one moment. What is in it is in one of three states: leased + idle + dialing count toward the
 * limits. Immutable.
 *
 * @param leased uses of connections by callers
 * @param idle connections without a caller
 * @param dialing connections being established, or about to be
 * @param pending callers that have neither a connection nor a dial under way
 * @param inFlight exchanges under way: callers that have a connection, or wait for the dial of one
 */
public record RouteStats(int leased, int idle, int dialing, int pending, int inFlight) {}
