@NullMarked
package dev.weir.engine;

import org.jspecify.annotations.NullMarked;
