/** Tells listeners; and the classes behind snapshots, events and findings, which programs only read. */
@NullMarked
package dev.weir.internal.event;

import org.jspecify.annotations.NullMarked;
