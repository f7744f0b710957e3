/** Turns figures into findings. */
@NullMarked
package dev.weir.internal.diagnosis;

import org.jspecify.annotations.NullMarked;
