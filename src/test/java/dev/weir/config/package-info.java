/** Tests of the configuration. */
@NullMarked
package dev.weir.config;

import org.jspecify.annotations.NullMarked;
