/** Shows the pools of a Spring Boot service: an actuator endpoint, and a page to look at. */
@NullMarked
package dev.weir.spring.actuate;

import org.jspecify.annotations.NullMarked;
