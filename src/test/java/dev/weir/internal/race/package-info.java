@NullMarked
package dev.weir.internal.race;

import org.jspecify.annotations.NullMarked;
