/** Benchmarks: one question per class, asked of the library and of plain HttpClient 5. */
@NullMarked
package dev.weir.bench;

import org.jspecify.annotations.NullMarked;
