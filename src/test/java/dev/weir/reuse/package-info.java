/** Which request may use which connection. */
@NullMarked
package dev.weir.reuse;

import org.jspecify.annotations.NullMarked;
