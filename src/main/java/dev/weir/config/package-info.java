/** What a pool is configured with: immutable values and the rules between them. Knows nothing but the JDK. */
@NullMarked
package dev.weir.config;

import org.jspecify.annotations.NullMarked;
