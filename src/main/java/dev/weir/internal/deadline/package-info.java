/** Time limits of calls, and the alarms that enforce them. */
@NullMarked
package dev.weir.internal.deadline;

import org.jspecify.annotations.NullMarked;
