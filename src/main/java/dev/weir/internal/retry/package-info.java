/** When a request is sent again, how soon, and how often. Pure decisions, which take the time. */
@NullMarked
package dev.weir.internal.retry;

import org.jspecify.annotations.NullMarked;
