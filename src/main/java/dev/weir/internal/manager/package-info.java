/** HttpClient's connection manager over the pool: what HttpClient asks for, in its own terms. */
@NullMarked
package dev.weir.internal.manager;

import org.jspecify.annotations.NullMarked;
