package dev.weir.internal.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.impl.BasicEntityDetails;
import org.junit.jupiter.api.Test;

class CodedBodyTest {

    private static final int WINDOW = 65_535;

    private final List<Integer> granted = new ArrayList<>();
    private final CodedBody pace = new CodedBody(new BasicEntityDetails(-1, ContentType.TEXT_PLAIN), List.of("gzip"));

    CodedBodyTest() {
        pace.granting(granted::add);
    }

    @Test
    void grantsCodedBytesAndNotWhatTheyCameTo() throws IOException {
        pace.given(1_000_000);
        pace.used(1_000);

        pace.update(1_000_000);

        assertThat(granted).containsExactly(1_000);
    }

    @Test
    void grantsNothingToAReaderThatIsAWindowBehind() throws IOException {
        pace.given(1_000_000);
        pace.used(60_000);

        pace.update(1_000_000 - WINDOW);

        assertThat(granted).isEmpty();
    }

    @Test
    void grantsToAReaderThatIsLessThanAWindowBehind() throws IOException {
        pace.given(1_000_000);
        pace.used(60_000);

        pace.update(1_000_001 - WINDOW);

        assertThat(granted).containsExactly(60_000);
    }

    @Test
    void grantsInLargerStepsToAReaderThatTakesEverything() throws IOException {
        pace.update(Integer.MAX_VALUE);
        for (int i = 0; i < 20; i++) {
            pace.given(1_000_000);
            pace.used(1_000);
        }

        assertThat(granted).containsExactly(17_000);
    }
}
