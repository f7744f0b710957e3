/** Faults of the machine, each in a JVM of its own. */
@NullMarked
package dev.weir.faults;

import org.jspecify.annotations.NullMarked;
