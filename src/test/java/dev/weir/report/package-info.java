/** What a pool tells: events, findings, leaks, texts of errors. */
@NullMarked
package dev.weir.report;

import org.jspecify.annotations.NullMarked;
