/** How long connections live, and why they end. */
@NullMarked
package dev.weir.lifetime;

import org.jspecify.annotations.NullMarked;
