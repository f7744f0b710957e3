/** Tests of what ends in time what would go on for too long. */
@NullMarked
package dev.weir.internal.deadline;

import org.jspecify.annotations.NullMarked;
