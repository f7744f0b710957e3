package dev.weir.spring;

/**
 * What Boot's properties and the application's customizers decided for a client.
 *
 * @param manager what they set on the connection manager
 * @param keepsCookies whether cookies are asked for
 */
record BootChoices(ManagerChoices manager, boolean keepsCookies) {}
