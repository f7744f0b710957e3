/** What a run of the benchmarks found, as tables: one model, written as Markdown and as a page with charts. */
@NullMarked
package dev.weir.bench.report;

import org.jspecify.annotations.NullMarked;
