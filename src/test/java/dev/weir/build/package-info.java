/** What holds of the code and of the jar as a whole. */
@NullMarked
package dev.weir.build;

import org.jspecify.annotations.NullMarked;
