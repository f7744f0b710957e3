/** Races of alarms: between the thread that rings them and those that switch them. */
@NullMarked
package dev.weir.internal.deadline;

import org.jspecify.annotations.NullMarked;
