/** Tests of the meters. */
@NullMarked
package dev.weir.micrometer;

import org.jspecify.annotations.NullMarked;
