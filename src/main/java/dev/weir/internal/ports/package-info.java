/** How many local ports connections take. Linux tells, by files; elsewhere nothing is known. */
@NullMarked
package dev.weir.internal.ports;

import org.jspecify.annotations.NullMarked;
