package dev.weir.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.weir.HttpPool;
import dev.weir.config.InvalidPoolConfigException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What an application prints that cannot start. */
class StartFailureIT {

    private final BootApp app = BootApp.with();

    @Test
    void namesEveryViolationWithItsPropertyItsValueAndWhereItIsSet() {
        String text = app.failure(
                "weir.pools.payments.timeouts.read=1s",
                "weir.defaults.timeouts.connect=3s",
                "weir.defaults.eviction.jitter=2");

        assertThat(text.replaceAll(" \\(\".*\"\\)", " (place)")).isEqualTo("""
            weir.defaults.eviction.jitter must be at least 0 and below 1, but was 2.0: jitter is the share of\
             maxLifetime by which a connection may end early; weir.defaults.eviction.jitter=0.1 would pass\
             [jitter-is-a-share]
                weir.defaults.eviction.jitter = 2 (place)

            weir.defaults.timeouts.connect must be shorter than weir.pools.payments.timeouts.read (1s), but was\
             3s: a host that takes longer to connect to than to respond is unreachable, and waiting hides it;\
             weir.defaults.timeouts.connect=400ms would pass [connect-below-read]
                weir.defaults.timeouts.connect = 3s (place)
                weir.pools.payments.timeouts.read = 1s (place)\
            """);
    }

    @Test
    void namesTheRouteByItsNickname() {
        String text = app.failure(
                "weir.defaults.max-total=10",
                "weir.defaults.routes.recs.target=https://recs:8443",
                "weir.defaults.routes.recs.max-connections=50");

        assertThat(text).contains("weir.defaults.routes.recs.max-connections = 50 (", "weir.defaults.max-total = 10 (");
    }

    @Test
    void namesTheRouteWhoseTargetItHides() {
        String text = app.failure("weir.defaults.routes.recs.target=ftp://user:s3cret@recs:8443");

        assertThat(text).contains("weir.defaults.routes.recs.target must be").doesNotContain("routes.*");
    }

    @Test
    void suggestsATargetAsAProperty() {
        String text = app.failure("weir.defaults.routes.recs.target=recs:8443");

        assertThat(text).contains("; weir.defaults.routes.recs.target=https://recs:8443 would pass");
    }

    @Test
    void asksForTheTargetOfARoute() {
        String text = app.failure(
                "weir.defaults.routes.https://recs:8443.max-connections=5",
                "weir.pools.payments.routes.bank.max-connections=5");

        assertThat(text).isEqualTo("""
            weir.defaults.routes.httpsrecs8443 has no target. The key of a route is a nickname of your choice, and the\
             host is a value: weir.defaults.routes.httpsrecs8443.target=https://recs:8443
                weir.defaults.routes.httpsrecs8443.max-connections = 5 ("weir.defaults.routes.https://recs:8443.max-connections"\
             from property source "commandLineArgs")

            weir.pools.payments.routes.bank has no target. The key of a route is a nickname of your choice, and the\
             host is a value: weir.pools.payments.routes.bank.target=https://recs:8443
                weir.pools.payments.routes.bank.max-connections = 5 ("weir.pools.payments.routes.bank.max-connections"\
             from property source "commandLineArgs")\
            """);
    }

    @Test
    void namesTheOtherViolationsOfAPoolWithARouteThatHasNoTarget() {
        String text = app.failure(
                "weir.pools.payments.routes.bank.max-connections=5",
                "weir.pools.payments.routes.recs.target=https://recs:8443",
                "weir.pools.payments.routes.recs.max-connections=31",
                "weir.pools.payments.max-total=30",
                "weir.defaults.eviction.jitter=2");

        assertThat(text)
                .contains("weir.defaults.eviction.jitter must be at least 0 and below 1, but was 2.0")
                .contains("weir.pools.payments.routes.recs.max-connections must not exceed"
                        + " weir.pools.payments.max-total (30), but was 31")
                .contains("weir.pools.payments.routes.bank has no target.");
    }

    @Test
    void saysThatPoolsAreNoList() {
        assertThat(app.failure("weir.pools[0].name=payments"))
                .contains("Pools are keyed by name, not listed: weir.pools.payments.max-total=50");
    }

    @Test
    void proposesANicknameWhereAHostIsTheKey() {
        assertThat(app.failure("weir.defaults.routes[https://recs:8443].max-connections=5"))
                .contains("weir.defaults.routes.recs.target=https://recs:8443");
    }

    @Test
    void saysThatAKnownKeyStandsInTheWrongPlace() {
        assertThat(app.failure("weir.default.max-total=5")).endsWith("Did you mean weir.defaults.max-total?");
        assertThat(app.failure("weir.pools.payments.read=5s"))
                .endsWith("Did you mean weir.pools.payments.timeouts.read?");
        assertThat(app.failure("weir.pools[user.service].read=5s"))
                .endsWith("Did you mean weir.pools[user.service].timeouts.read?");
        assertThat(app.failure("weir.pools.payments.enabled=false"))
                .endsWith("Did you mean weir.enabled, or weir.metrics.enabled?");
        assertThat(app.failure("weir.ttl=5s")).endsWith("Did you mean weir.jvm-dns.ttl, or weir.defaults.dns.ttl?");
    }

    @Test
    void guessesWhatAnUnknownKeyMeans() {
        String text = app.failure("weir.pools.payments.max-totl=5");

        assertThat(text)
                .startsWith("There is no property weir.pools.payments.max-totl = 5 (")
                .endsWith("Did you mean max-total?");
    }

    @Test
    void guessesWhatAnUnknownKeyOfARouteMeans() {
        assertThat(app.failure("weir.defaults.routes.recs.max-conections=5")).endsWith("Did you mean max-connections?");
        assertThat(app.failure("weir.pools.payments.routes.recs.timeouts.conect=5s"))
                .endsWith("Did you mean timeouts.connect?");
        assertThat(app.failure("weir.defaults.routes.recs.leak-detection=5s"))
                .contains("A route has target, max-connections, max-idle, min-idle, max-in-flight, max-pending,"
                        + " timeouts.pool-wait, ");
    }

    @Test
    void explainsThatAHostIsNoKey() {
        String text = app.failure("weir.defaults.routes.api.example.com.max-connections=5");

        assertThat(text)
                .contains("There is no property weir.defaults.routes.api.example.com.max-connections = 5")
                .endsWith("A route has a nickname without dots as its key, and the host is a value:"
                        + " weir.defaults.routes.recs.target=https://recs:8443");
    }

    @Test
    void refusesNamesThatAnEnvironmentVariableCannotTellApart() {
        String text = app.failure("weir.pools.payment-api.max-total=50", "weir.pools.paymentapi.max-per-route=5");

        assertThat(text)
                .isEqualTo(
                        "weir.pools.payment-api and weir.pools.paymentapi differ only in dashes, underscores or case."
                                + " An environment variable cannot tell them apart, and may have made a second pool of"
                                + " one: name"
                                + " pools like paymentapi, with letters and digits only.");
    }

    @Test
    void keepsThePasswordOfAProxyToItself() {
        String text = app.failure("weir.defaults.proxy=ftp://user:s3cret@proxy:21");

        assertThat(text)
                .startsWith("weir.defaults.proxy must be ")
                .contains(
                        "but was ftp://***@proxy:21: the proxy is reached",
                        "weir.defaults.proxy = ftp://***@proxy:21 (")
                .doesNotContain("s3cret", "user:");
    }

    @Test
    void keepsThePasswordInAMisspelledPropertyToItself() {
        String text = app.failure("weir.defaults.prox=http://user:s3@cret@proxy:21/?token=s3cret");

        assertThat(text)
                .startsWith("There is no property weir.defaults.prox = http://***@proxy:21/?*** (")
                .doesNotContain("s3", "cret", "user");
    }

    @Test
    void leavesFailuresOfTheApplicationsOwnPoolsToOthers() {
        Throwable failure =
                catchThrowable(() -> BootApp.with(OwnPool.class).start().close());

        assertThat(failure).hasRootCauseInstanceOf(InvalidPoolConfigException.class);
        assertThat(new WeirFailureAnalyzer().analyze(failure)).isNull();
    }

    @Test
    void refusesADurationWithoutAUnit() {
        String text = app.failure("weir.defaults.timeouts.read=30");

        assertThat(text).startsWith("weir.defaults.timeouts.read = 30 (").endsWith(" has no unit. Write 30ms or 30s.");
    }

    @Test
    void refusesADurationWithoutAUnitBehindAPlaceholder() {
        String text = app.failure("weir.defaults.timeouts.read=${RD}", "RD=30");

        assertThat(text)
                .startsWith("weir.defaults.timeouts.read = ${RD} (")
                .endsWith(" has no unit. Write 30ms or 30s.");
    }

    @Test
    void saysWhatAPropertyTakesThatHasNoSuchValue() {
        assertThat(app.failure("weir.defaults.timeouts.read=5sec"))
                .isEqualTo("weir.defaults.timeouts.read = 5sec (\"weir.defaults.timeouts.read\" from property source"
                        + " \"commandLineArgs\") must be a time with a unit (ms, s, m, h or d), such as 300ms or 5s.");
        assertThat(app.failure("weir.pools.payments.max-total=many")).endsWith("must be a whole number, such as 50.");
        assertThat(app.failure("weir.defaults.keep-alive.learn=perhaps")).endsWith("must be true or false.");
        assertThat(app.failure("weir.defaults.eviction.jitter=little")).endsWith("must be a number, such as 0.2.");
        assertThat(app.failure("weir.defaults.protocol=http-9"))
                .endsWith("must be one of http-1-1, negotiate, http-2.");
    }

    @Test
    void namesEveryPropertyThatHasNoValueOfItsKind() {
        String text = app.failure(
                "weir.pools.payments.max-total=many",
                "weir.defaults.timeouts.read=5sec",
                "weir.defaults.routes.recs.max-connections=few",
                "weir.metrics.requests=perhaps");

        assertThat(text.replaceAll(" \\(\".*?\" from [^)]*\\)", "")).isEqualTo("""
            weir.defaults.timeouts.read = 5sec must be a time with a unit (ms, s, m, h or d), such as 300ms or 5s.
            weir.defaults.routes.recs.max-connections = few must be a whole number, such as 50.
            weir.pools.payments.max-total = many must be a whole number, such as 50.
            weir.metrics.requests = perhaps must be true or false.\
            """);
    }

    @Test
    void saysThatANumberIsTooLargeForItsProperty() {
        assertThat(app.failure("weir.defaults.max-in-flight=3000000000"))
                .endsWith("must be a whole number of at most 2147483647.");
        assertThat(app.failure("weir.defaults.max-total=-3000000000"))
                .endsWith("must be a whole number of at least -2147483648.");
    }

    @Test
    void saysThatAPropertyHasNoValue() {
        assertThat(app.failure("weir.defaults.max-pending="))
                .isEqualTo("weir.defaults.max-pending (\"weir.defaults.max-pending\" from property source"
                        + " \"commandLineArgs\") has no value.");
        assertThat(app.failure("weir.defaults.routes.recs.min-idle=")).endsWith(" has no value.");
        assertThat(app.failure("weir.defaults.max-pendin=")).startsWith("There is no property ");
    }

    @Test
    void saysWhereToSetWhatRoutesAloneHave() {
        assertThat(app.failure("weir.pools.payments.min-idle=2"))
                .endsWith("Did you mean weir.pools.payments.routes.<nickname>.min-idle?");
    }

    @Test
    void namesNoBeanThatIsThereForACustomizer() {
        assertThat(app.failure("weir.pools.payments.customizer=small"))
                .isEqualTo("weir.pools.payments.customizer = small (\"weir.pools.payments.customizer\" from property"
                        + " source \"commandLineArgs\") names no bean of type HttpPoolCustomizer. Define one of"
                        + " this name.");
        assertThat(BootApp.with(Large.class).failure("weir.defaults.customizer=environment"))
                .endsWith(" names no bean of type HttpPoolCustomizer. Define one of this name, or name an existing one:"
                        + " large.");
    }

    @Configuration(proxyBeanMethods = false)
    static class Large {
        @Bean
        HttpPoolCustomizer large() {
            return (pool, builder) -> builder.maxTotal(1_000);
        }
    }

    @Test
    void refusesANegativeDuration() {
        String text = app.failure("weir.defaults.eviction.idle=-30s");

        assertThat(text).contains("weir.defaults.eviction.idle must not be negative, but was -30s");
    }

    @Test
    void refusesTwoValuesForOneThing() {
        String text = app.failure(
                "weir.defaults.timeouts.read=3s",
                "spring.http.clients.read-timeout=4s",
                "weir.pools.payments.timeouts.connect=1s",
                "spring.http.serviceclient.payments.connect-timeout=2s");

        assertThat(text)
                .contains(
                        "Two properties set the read timeout to different values:",
                        "weir.defaults.timeouts.read = 3s (",
                        "spring.http.clients.read-timeout = 4s (",
                        "Two properties set the connect timeout to different values:",
                        "weir.pools.payments.timeouts.connect = 1s (",
                        "spring.http.serviceclient.payments.connect-timeout = 2s (");
    }

    @ParameterizedTest
    @ValueSource(strings = {".userService.", ".user_service.", "[user.service]."})
    void refusesTwoValuesForOneThingUnderAnyName(String pool) {
        String text = app.failure(
                "weir.pools" + pool + "timeouts.read=3s", "spring.http.serviceclient" + pool + "read-timeout=4s");

        assertThat(text).contains("timeouts.read = 3s (", "read-timeout = 4s (");
    }

    @Test
    void acceptsOneValueSetTwice() {
        BootApp.run(
                context -> assertThat(context.isRunning()).isTrue(),
                "weir.defaults.timeouts.read=4s",
                "spring.http.clients.read-timeout=4s");
    }

    @Test
    void refusesAnOrderBrokenByAPropertyOfOursAndOneOfBoots() {
        String text = app.failure("weir.defaults.timeouts.total=2s", "spring.http.clients.read-timeout=30s");

        assertThat(text).contains("weir.defaults.timeouts.total = 2s (", "spring.http.clients.read-timeout = 30s (");
    }

    @Test
    void refusesPoolsForAnotherLibrary() {
        String text = app.failure("spring.http.clients.imperative.factory=jdk", "weir.pools.payments.max-total=50");

        assertThat(text)
                .startsWith("spring.http.clients.imperative.factory = jdk (")
                .endsWith("Remove it, or set it to http-components.");
    }

    @Configuration(proxyBeanMethods = false)
    static class OwnPool {
        @Bean
        HttpPool ownPool() {
            return HttpPool.builder("own").maxTotal(0).build();
        }
    }
}
