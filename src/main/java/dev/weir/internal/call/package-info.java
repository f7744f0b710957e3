/** What a call and the pool tell each other, through the context of the call or the state of its lease. */
@NullMarked
package dev.weir.internal.call;

import org.jspecify.annotations.NullMarked;
