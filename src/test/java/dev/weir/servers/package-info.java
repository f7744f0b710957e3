/**
 * One mix of requests to servers that others have written, from every client; {@code docs/servers.md} shows what came of it.
 */
@NullMarked
package dev.weir.servers;

import org.jspecify.annotations.NullMarked;
