/** HttpClient's connection manager, implemented by the pool. */
@NullMarked
package dev.weir.internal.manager;

import org.jspecify.annotations.NullMarked;
