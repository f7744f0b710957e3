/** Tests of the findings. */
@NullMarked
package dev.weir.internal.diagnosis;

import org.jspecify.annotations.NullMarked;
