/** HTTP connection pools on Apache HttpClient 5: begin with {@link dev.weir.HttpPool#builder(String)}. */
@NullMarked
package dev.weir;

import org.jspecify.annotations.NullMarked;
