package dev.weir.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.HttpPool;
import dev.weir.diagnosis.Diagnosis;
import dev.weir.testpool.PoolCall;
import dev.weir.testpool.PoolFetch;
import dev.weir.testserver.LoopbackServer;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Connections that are handed from release to waiting caller, many times in parallel. */
class PeakIT {

    private static final int LIMIT = 3;
    private static final int CALLERS = 16;
    private static final int CALLS = 200;
    private static final Pattern PEAK = Pattern.compile("most in use at once (\\d+), limit " + LIMIT);

    @Test
    void neverExceedsTheLimit() throws Exception {
        try (LoopbackServer server = LoopbackServer.http().start();
                HttpPool pool = HttpPool.builder("shop").maxPerRoute(LIMIT).build()) {
            List<PoolCall<String>> callers = PoolCall.start(CALLERS, i -> () -> calls(pool, server));
            for (PoolCall<String> caller : callers) {
                caller.get();
            }

            Diagnosis diagnosis = pool.diagnose();

            Matcher found = PEAK.matcher(diagnosis.toString());
            assertThat(found.find()).as(diagnosis.toString()).isTrue();
            assertThat(found.group(1)).isEqualTo(String.valueOf(LIMIT));
        }
    }

    private static String calls(HttpPool pool, LoopbackServer server) throws Exception {
        String answer = "";
        for (int i = 0; i < CALLS; i++) {
            answer = PoolFetch.get(pool, server);
        }
        return answer;
    }
}
