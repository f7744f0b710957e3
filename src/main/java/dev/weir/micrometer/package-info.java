/**
 * Meters of a pool in Micrometer, and what a request went through in its observation. Needs Micrometer on the class path.
 */
@NullMarked
package dev.weir.micrometer;

import org.jspecify.annotations.NullMarked;
