/** Servers, proxies and certificates on the loopback interface, for integration tests and benchmarks. */
@NullMarked
package dev.weir.testserver;

import org.jspecify.annotations.NullMarked;
