/**
 * One mix of requests to servers that others have written, from every client.
 */
@NullMarked
package dev.weir.servers;

import org.jspecify.annotations.NullMarked;
