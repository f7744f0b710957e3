/** How texts name addresses, and print what comes from outside. */
@NullMarked
package dev.weir.internal.log;

import org.jspecify.annotations.NullMarked;
