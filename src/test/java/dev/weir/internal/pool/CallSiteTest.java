package dev.weir.internal.pool;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CallSiteTest {

    private static Throwable stack(String... classes) {
        Throwable stack = new Throwable();
        stack.setStackTrace(java.util.Arrays.stream(classes)
                .map(name -> new StackTraceElement(name, "run", "File.java", 7))
                .toArray(StackTraceElement[]::new));
        return stack;
    }

    @Test
    void isTheInnermostFrameOfTheProgram() {
        Throwable acquired = stack(
                "dev.weir.internal.pool.Lease",
                "org.apache.hc.client5.http.impl.classic.MainClientExec",
                "dev.weir.spring.PoolRequestFactory",
                "org.springframework.web.client.DefaultRestClient",
                "shop.Orders",
                "shop.Main");

        assertThat(CallSite.of(acquired)).isEqualTo("shop.Orders.run(File.java:7)");
        assertThat(CallSite.frames(acquired))
                .extracting(StackTraceElement::getClassName)
                .containsExactly("shop.Orders", "shop.Main");
    }

    @Test
    void isUnknownWithoutAStack() {
        assertThat(CallSite.of(null)).isEqualTo("unknown");
    }

    @Test
    void isUnknownWhereNothingButLibrariesRun() {
        assertThat(CallSite.of(stack("java.lang.Thread"))).isEqualTo("unknown");
    }
}
