/** Events of the JDK's flight recorder. */
@NullMarked
package dev.weir.internal.jfr;

import org.jspecify.annotations.NullMarked;
