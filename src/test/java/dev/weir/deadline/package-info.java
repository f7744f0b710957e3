/** Limits on the time of calls. */
@NullMarked
package dev.weir.deadline;

import org.jspecify.annotations.NullMarked;
