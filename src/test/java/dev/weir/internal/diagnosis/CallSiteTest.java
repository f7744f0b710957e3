package dev.weir.internal.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class CallSiteTest {

    private static Throwable stack(String... classes) {
        Throwable stack = new Throwable();
        stack.setStackTrace(Arrays.stream(classes)
                .map(name -> new StackTraceElement(name, "run", "File.java", 7))
                .toArray(StackTraceElement[]::new));
        return stack;
    }

    @Test
    void tellsTheFramesFromTheInnermostOneOfTheProgramOn() {
        Throwable acquired = stack(
                "dev.weir.internal.pool.Lease",
                "org.apache.hc.client5.http.impl.classic.MainClientExec",
                "dev.weir.spring.PoolRequestFactory",
                "org.springframework.web.client.DefaultRestClient",
                "shop.Orders",
                "shop.Main");

        assertThat(CallSite.frames(acquired))
                .extracting(StackTraceElement::getClassName)
                .containsExactly("shop.Orders", "shop.Main");
        assertThat(CallSite.frames(null)).isEmpty();
        assertThat(CallSite.frames(stack("java.lang.Thread"))).isEmpty();
    }
}
