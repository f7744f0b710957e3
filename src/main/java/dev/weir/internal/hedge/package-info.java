/** When a request is sent a second time because the first response takes long. Pure, except for counters. */
@NullMarked
package dev.weir.internal.hedge;

import org.jspecify.annotations.NullMarked;
