/** Connections through HTTP and SOCKS proxies. */
@NullMarked
package dev.weir.proxy;

import org.jspecify.annotations.NullMarked;
