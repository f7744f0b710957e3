package dev.weir.internal.pool;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LeaseHolderTest {

    private static final long LEASED = 1_000;

    private final Object handle = new Object();
    private final LeaseHolder leaseHolder = new LeaseHolder(handle, LEASED, null);

    @Test
    void countsBytesFromBeforeTheFirstLookAsMovedAtTheStart() {
        assertThat(leaseHolder.noteProgress(700, LEASED + 50)).isEqualTo(LEASED);
    }

    @Test
    void knowsWhenTheCountOfBytesLastChanged() {
        leaseHolder.noteProgress(700, LEASED + 50);

        assertThat(leaseHolder.noteProgress(900, LEASED + 60)).isEqualTo(LEASED + 60);
        assertThat(leaseHolder.noteProgress(900, LEASED + 70)).isEqualTo(LEASED + 60);
        assertThat(leaseHolder.noteProgress(901, LEASED + 80)).isEqualTo(LEASED + 80);
    }

    @Test
    void showsPathsWithoutQueryAndFragment() {
        assertThat(LeaseHolder.shown("/users?name=me#top", true)).isEqualTo("/users");
        assertThat(LeaseHolder.shown("/users#top?", true)).isEqualTo("/users");
        assertThat(LeaseHolder.shown("/users", true)).isEqualTo("/users");
        assertThat(LeaseHolder.shown(null, true)).isEqualTo("/");
    }

    @Test
    void withholdsPathsThatReportsMustNotShow() {
        assertThat(LeaseHolder.shown("/users/4711", false)).isEqualTo("(path withheld)");
    }
}
