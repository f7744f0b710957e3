/** HttpClient's connection manager over the pool: dials and exchanges that block, and what both kinds of manager need. */
@NullMarked
package dev.weir.internal.manager;

import org.jspecify.annotations.NullMarked;
