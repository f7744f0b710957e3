/** What snapshots, events and findings are made of, which programs only read. */
@NullMarked
package dev.weir.internal.event;

import org.jspecify.annotations.NullMarked;
