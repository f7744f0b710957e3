/** What is wrong with a pool, with evidence and advice. */
@NullMarked
package dev.weir.diagnosis;

import org.jspecify.annotations.NullMarked;
