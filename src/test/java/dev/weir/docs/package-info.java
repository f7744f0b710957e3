/** Keeps README.md and docs/ true: what they show compiles and runs, what they claim is compared with the code. */
@NullMarked
package dev.weir.docs;

import org.jspecify.annotations.NullMarked;
