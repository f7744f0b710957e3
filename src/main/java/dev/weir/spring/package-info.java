/** Puts the HTTP clients of a Spring Boot service on pools: the registry of the pools, and the auto-configurations. */
@NullMarked
package dev.weir.spring;

import org.jspecify.annotations.NullMarked;
