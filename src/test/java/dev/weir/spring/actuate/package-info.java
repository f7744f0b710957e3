@NullMarked
package dev.weir.spring.actuate;

import org.jspecify.annotations.NullMarked;
