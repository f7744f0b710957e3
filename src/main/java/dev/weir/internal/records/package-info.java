/**
 * A stub resolver: asks name servers for the addresses of a name, and for how long they count. It exists because
 * neither the JDK's resolver nor its JNDI provider returns the TTL of a record.
 */
@NullMarked
package dev.weir.internal.records;

import org.jspecify.annotations.NullMarked;
