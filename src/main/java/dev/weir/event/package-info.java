/** What happened in a pool and what it looks like at a moment: listener, snapshots, causes. Knows nothing but the JDK. */
@NullMarked
package dev.weir.event;

import org.jspecify.annotations.NullMarked;
