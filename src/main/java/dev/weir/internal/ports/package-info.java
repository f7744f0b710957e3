/** How many local ports connections take. Known only on Linux, from its files. */
@NullMarked
package dev.weir.internal.ports;

import org.jspecify.annotations.NullMarked;
