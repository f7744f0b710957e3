/** A real browser for tests, left out where there is none. */
@NullMarked
package dev.weir.browser;

import org.jspecify.annotations.NullMarked;
