package dev.weir.testserver;

/**
 * The connection on which a request came.
 *
 * @param id the connection's number on its server, from one
 * @param requestNumber the request's number on its connection, from one
 * @param remotePort the client's port
 */
public record ConnectionInfo(int id, int requestNumber, int remotePort) {}
