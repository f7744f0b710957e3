package dev.weir.spring;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.weir.ManagedPool;
import dev.weir.testserver.Handler;
import dev.weir.testserver.LoopbackServer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.cloud.context.environment.EnvironmentChangeEvent;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.MapPropertySource;

/** Properties that change while an application runs, and what its log says of its pools. */
class RefreshIT {

    private final LoopbackServer server =
            LoopbackServer.http().handler(Handler.ok("hello")).start();
    private final Map<String, Object> changed = new HashMap<>();

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void changesThePoolThatIsBuilt() {
        changed.put("weir.defaults.max-total", "60");
        run(context -> {
            ManagedPool pool = pool(context);
            changed.put("weir.defaults.max-total", "50");
            changed.put("weir.pools.default.timeouts.pool-wait", "700ms");

            context.publishEvent(new EnvironmentChangeEvent(context, Set.of("weir.defaults.max-total")));

            assertThat(pool.config().maxTotal()).isEqualTo(50);
            assertThat(pool(context)).isSameAs(pool);
            assertThat(pool.config().timeouts().poolWait()).isEqualTo(ofMillis(700));
        });
    }

    @Test
    void returnsToTheDefaultWhereAPropertyIsGone() {
        changed.put("weir.defaults.max-per-route", "7");
        run(context -> {
            ManagedPool pool = pool(context);
            changed.remove("weir.defaults.max-per-route");

            context.getBean(HttpPools.class).refresh("a test");

            assertThat(pool.config().maxPerRoute()).isEqualTo(20);
        });
    }

    @Test
    void holdsForPoolsThatAreBuiltLater() {
        run(context -> {
            changed.put("weir.defaults.max-total", "50");
            context.getBean(HttpPools.class).refresh("a test");

            assertThat(pool(context).config().maxTotal()).isEqualTo(50);
        });
    }

    @Test
    void changesNothingIfAnyPropertyIsWrong() {
        run(context -> {
            ManagedPool pool = pool(context);
            changed.put("weir.defaults.max-total", "50");
            changed.put("weir.pools.payments.timeouts.connect", "2h");
            changed.put("weir.pools.payments.timeouts.read", "1s");

            context.publishEvent(new EnvironmentChangeEvent(context, Set.of()));

            assertThat(pool.config().maxTotal()).isEqualTo(100);
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> context.getBean(HttpPools.class).refresh("a test"))
                    .withMessageContaining("weir.pools.payments.timeouts.connect");
        });
    }

    @Test
    void refusesAPropertyThatDoesNotExist() {
        run(context -> {
            changed.put("weir.defaults.max-totl", "50");

            assertThatIllegalArgumentException()
                    .isThrownBy(() -> context.getBean(HttpPools.class).refresh("a test"))
                    .withMessageContaining("Did you mean max-total?");
        });
    }

    @Test
    void takesTheCustomizerThatIsNamedSince() {
        run(context -> {
            ManagedPool pool = pool(context);
            changed.put("weir.pools.orders.customizer", "limit");

            context.getBean(HttpPools.class).refresh("a test");

            assertThat(pool.config().maxDecodedSize()).isZero(); // it is for the other pool alone
            changed.put("weir.pools.default.customizer", "limit");
            context.getBean(HttpPools.class).refresh("a test");
            assertThat(pool.config().maxDecodedSize()).isEqualTo(9);
        });
    }

    @Test
    void refusesACustomizerThatIsNoBean() {
        run(context -> {
            changed.put("weir.pools.default.customizer", "limitt");

            assertThatIllegalArgumentException()
                    .isThrownBy(() -> context.getBean(HttpPools.class).refresh("a test"))
                    .withMessageContaining("or name an existing one: limit.");
        });
    }

    @Test
    void refusesAValueOfAnotherKind() {
        run(context -> {
            changed.put("weir.defaults.timeouts.read", "5sec");

            assertThatIllegalArgumentException()
                    .isThrownBy(() -> context.getBean(HttpPools.class).refresh("a test"))
                    .withMessageContaining("must be a time with a unit (ms, s, m, h or d), such as 300ms or 5s.");
        });
    }

    @Test
    void leavesAloneWhatNoPropertyChangedAndUndoesTheRest() {
        run(context -> {
            ManagedPool pool = pool(context);
            pool.reconfigure(pool.config().toBuilder().maxTotal(77).build());

            context.getBean(HttpPools.class).refresh("a test");
            assertThat(pool.config().maxTotal()).isEqualTo(77);
            changed.put("weir.defaults.max-per-route", "7");
            context.getBean(HttpPools.class).refresh("a test");

            assertThat(pool.config().maxTotal()).isEqualTo(100);
        });
    }

    @Test
    void tellsWhereEachSettingIsFrom() {
        run(
                context -> {
                    ManagedPool pool = pool(context);
                    pool.reconfigure(pool.config().toBuilder().maxPending(5).build(), "a test");

                    assertThat(context.getBean(HttpPools.class).settings(pool))
                            .contains(
                                    new PoolSetting(
                                            "maxTotal",
                                            "50",
                                            "weir.defaults.max-total",
                                            "\"weir.defaults.max-total\" from property source \"commandLineArgs\"",
                                            null),
                                    new PoolSetting("maxPending", "5", "changed while running", null, "1000"),
                                    new PoolSetting("timeouts.read", "0s", "default", null, null),
                                    new PoolSetting("cookies", "false", "default", null, null),
                                    new PoolSetting("maxDecodedSize", "9", "code", null, null))
                            .noneMatch(setting -> setting.origin().equals("pool"));
                    assertThat(pool.config().timeouts().connect()).isEqualTo(ofSeconds(2));
                },
                "weir.defaults.max-total=50");
    }

    @Test
    void tellsOfAPoolWhatItIs() {
        run(
                context -> {
                    List<PoolSetting> settings =
                            context.getBean(HttpPools.class).settings(pool(context));

                    assertThat(PoolNotice.text("default", 2, settings))
                            .startsWith(
                                    "Pool 'default' is built for 2 clients: maxTotal 10, maxPerRoute 10, maxPending 1000,"
                                            + " timeouts.poolWait 1s, timeouts.connect 2s, timeouts.read off,"
                                            + " timeouts.total off,"
                                            + " keepAlive.max 30s, eviction.maxLifetime 5m, dns.ttl 10s, protocol HTTP_1_1;"
                                            + " set: maxTotal 10 (by weir.defaults.max-total,"
                                            + " \"weir.defaults.max-total\" from property"
                                            + " source \"commandLineArgs\")")
                            .contains("; derived: maxPerRoute 10 (shrunk to fit maxTotal = 10)");
                },
                "weir.defaults.max-total=10");
    }

    @Test
    void tellsWhyTheWholeCallIsLimited() {
        run(
                context -> {
                    List<PoolSetting> settings =
                            context.getBean(HttpPools.class).settings(pool(context));

                    assertThat(PoolNotice.text("default", 2, settings))
                            .contains("timeouts.total 10s (on because a property below weir.*.timeouts is set)");
                },
                "weir.defaults.timeouts.pool-wait=500ms");
    }

    @Test
    void tellsWhatRunsOnPools() {
        assertThat(StartNotice.text(true, true))
                .isEqualTo("Weir puts on pools: RestClient.Builder, RestTemplateBuilder, HTTP service interfaces,"
                        + " WebClient.Builder.");
        assertThat(StartNotice.text(true, false))
                .endsWith(" HTTP service interfaces. Not WebClient.Builder, which needs httpcore5-reactive.");
        assertThat(StartNotice.clients(Map.of())).isEmpty();
        assertThat(StartNotice.clients(new TreeMap<>(Map.of("payments", 1, "default", 3))))
                .isEqualTo(" Clients so far: 3 of 'default', 1 of 'payments'.");
    }

    @Test
    void tellsOfAnotherLibraryThatPassesByTheProperties() {
        run(
                context -> assertThat(context.getBean(StartNotice.class).otherLibrary())
                        .hasValueSatisfying(text -> assertThat(text)
                                .contains("spring.http.clients.imperative.factory = jdk", "set it to http-components")),
                "spring.http.clients.imperative.factory=jdk",
                "weir.defaults.max-total=10");
        run(context ->
                assertThat(context.getBean(StartNotice.class).otherLibrary()).isEmpty());
    }

    private ManagedPool pool(ConfigurableApplicationContext context) {
        BootApp.restClient(context).get().uri(server.uri("/")).retrieve().toBodilessEntity();
        return context.getBean(HttpPools.class).find("default").orElseThrow();
    }

    private void run(Consumer<ConfigurableApplicationContext> test, String... properties) {
        try (ConfigurableApplicationContext context = BootApp.with(Limited.class)
                .start(
                        environment ->
                                environment.getPropertySources().addFirst(new MapPropertySource("changed", changed)),
                        properties)) {
            test.accept(context);
        }
    }

    /** Says something in code. */
    @Configuration(proxyBeanMethods = false)
    static class Limited {
        @Bean
        HttpPoolCustomizer limit() {
            return (pool, builder) -> builder.maxDecodedSize(9);
        }
    }
}
