package dev.weir.internal.pool;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LeaseHolderTest {

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
