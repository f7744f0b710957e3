/** The ready client: HttpClient's builder with the defaults that a service needs. */
@NullMarked
package dev.weir.internal.client;

import org.jspecify.annotations.NullMarked;
