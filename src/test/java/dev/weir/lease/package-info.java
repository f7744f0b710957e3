/** Getting a connection: limits, queues, late binding, and nothing lost on the way. */
@NullMarked
package dev.weir.lease;

import org.jspecify.annotations.NullMarked;
