package dev.weir.internal.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.config.PoolConfig;
import dev.weir.internal.dns.CachingDnsResolver;
import dev.weir.internal.dns.DnsTimes;
import dev.weir.internal.identity.UserTokens;
import dev.weir.internal.manager.PoolManager;
import dev.weir.internal.pool.ConnectionPool;
import dev.weir.internal.pool.PoolControl;
import java.net.ProxySelector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.SystemDefaultDnsResolver;
import org.apache.hc.client5.http.classic.ExecChainHandler;
import org.apache.hc.client5.http.impl.ChainElement;
import org.apache.hc.client5.http.impl.DefaultHttpRequestRetryStrategy;
import org.apache.hc.client5.http.impl.DefaultRedirectStrategy;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.CloseableHttpResponse;
import org.apache.hc.client5.http.impl.classic.ConnectExec;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.impl.classic.MainClientExec;
import org.apache.hc.client5.http.impl.io.ManagedHttpClientConnectionFactory;
import org.apache.hc.client5.http.impl.routing.DefaultRoutePlanner;
import org.apache.hc.client5.http.impl.routing.SystemDefaultRoutePlanner;
import org.apache.hc.client5.http.routing.HttpRoutePlanner;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.io.CloseMode;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The chains are HttpClient's own, with the steps that a test gives them; no request is sent. */
class StraightWayTest {

    private static final PoolConfig CONFIG = PoolConfig.builder("test").build();
    private static final ExecChainHandler STRANGER = (request, scope, chain) -> chain.proceed(request, scope);

    private static final ConnectionPool POOL =
            new ConnectionPool(CONFIG, List.of(), () -> 0, ManagedHttpClientConnectionFactory.INSTANCE);
    private static final UserTokens TOKENS = new UserTokens(false);

    // The client that was given, and its steps.
    private @Nullable CloseableHttpClient chain;
    private List<ExecChainHandler> steps = List.of();

    private static StraightWay way(SizeLimit limit) {
        CachingDnsResolver names = new CachingDnsResolver(
                SystemDefaultDnsResolver.INSTANCE,
                () -> new DnsTimes(Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ZERO),
                () -> 0,
                (host, outcome, nanos) -> {});
        PoolManager manager = PoolManager.of(POOL, new PoolControl(POOL, host -> false), names, null, null);
        CallTerms terms = new CallTerms("test", POOL, false, new PeerFailures(false));
        return new StraightWay(CONFIG, manager, terms, TOKENS, limit);
    }

    private CloseableHttpClient client(Consumer<HttpClientBuilder> change) {
        LeanClientBuilder builder = new LeanClientBuilder();
        builder.setRetryStrategy(new ServiceRetryStrategy())
                .addExecInterceptorFirst(TotalDeadline.NAME, new TotalDeadline("test", POOL));
        change.accept(builder);
        chain = builder.build();
        steps = builder.steps();
        return before(steps);
    }

    private CloseableHttpClient before(List<ExecChainHandler> given) {
        return way(new SizeLimit("test", 0, "limit")).before(Objects.requireNonNull(chain), given);
    }

    private boolean isOpen(Consumer<HttpClientBuilder> change) {
        CloseableHttpClient client = client(change);
        assertThat(client instanceof StraightClient || client.equals(chain)).isTrue();
        return client instanceof StraightClient;
    }

    private static StraightParts parts(CloseableHttpClient client) throws ReflectiveOperationException {
        return Objects.requireNonNull(Internals.read(client, StraightClient.class, "parts", StraightParts.class));
    }

    @Test
    void isOpenForTheUsualSteps() {
        assertThat(isOpen(client -> {})).isTrue();
    }

    static Stream<ExecChainHandler> ownSteps() {
        return Stream.of(
                new ServiceDefaults(false, new PeerFailures(false)),
                new MaxDecodedSize(new SizeLimit("test", 1, "limit")),
                new RetryStep(new Retries(POOL)),
                new Replay(TOKENS),
                new Reuse(ReuseTerms.of(CONFIG, POOL)),
                new Sending());
    }

    @ParameterizedTest
    @MethodSource("ownSteps")
    void isOpenForEachStepOfThePool(ExecChainHandler step) {
        assertThat(isOpen(client -> client.addExecInterceptorFirst("own", step)))
                .isTrue();
    }

    @Test
    void isOpenWithoutTheStepsThatACustomizerSwitchesOff() {
        assertThat(isOpen(client -> client.disableRedirectHandling()
                        .disableAutomaticRetries()
                        .disableContentCompression()))
                .isTrue();
    }

    static Stream<Consumer<HttpClientBuilder>> placesOfAStranger() {
        return Stream.of(
                client -> client.addExecInterceptorFirst("other", STRANGER),
                client -> client.addExecInterceptorBefore(ChainElement.RETRY.name(), "other", STRANGER),
                client -> client.addExecInterceptorLast("other", STRANGER),
                client -> client.replaceExecInterceptor(ChainElement.PROTOCOL.name(), STRANGER));
    }

    @ParameterizedTest
    @MethodSource("placesOfAStranger")
    void isClosedByAStepOfACustomizerWhereverItIs(Consumer<HttpClientBuilder> change) {
        assertThat(isOpen(change)).isFalse();
    }

    @Test
    void isClosedByAHedge() {
        Hedging hedging = new Hedging(POOL, 0.9, 0.1, 0.1);

        assertThat(isOpen(client -> client.addExecInterceptorLast(HedgeStep.NAME, new HedgeStep(hedging))))
                .isFalse();
    }

    @Test
    void isClosedByARedirectStrategyThatIsNotExactlyHttpClients() {
        assertThat(isOpen(client -> client.setRedirectStrategy(new DefaultRedirectStrategy())))
                .isTrue();
        assertThat(isOpen(client -> client.setRedirectStrategy(new DefaultRedirectStrategy() {})))
                .isFalse();
    }

    @Test
    void isClosedByARetryStrategyThatIsNotThePools() {
        assertThat(isOpen(client -> client.setRetryStrategy(DefaultHttpRequestRetryStrategy.INSTANCE)))
                .isFalse();
    }

    @Test
    void isClosedByAPlannerOfACustomizer() {
        assertThat(isOpen(client -> client.setRoutePlanner((host, context) -> new HttpRoute(host))))
                .isFalse();
        assertThat(isOpen(client -> client.setRoutePlanner(new DefaultRoutePlanner(null) {})))
                .isFalse();
    }

    @Test
    void isOpenForThePlannersOfHttpClientAndOfThePool() {
        PoolConfig config = PoolConfig.builder("test")
                .proxy("http://proxy.test:3128")
                .noProxy("direct.test")
                .build();
        HttpRoutePlanner ofPool = PartlyDirectRoutes.of(config, HttpClientBuilder.create(), HttpClientBuilder.class)
                .orElseThrow();

        assertThat(isOpen(client -> client.setRoutePlanner(new DefaultRoutePlanner(null))))
                .isTrue();
        assertThat(isOpen(client ->
                        client.setRoutePlanner(new SystemDefaultRoutePlanner(null, ProxySelector.getDefault()))))
                .isTrue();
        assertThat(isOpen(client -> client.setRoutePlanner(ofPool))).isTrue();
    }

    @Test
    void isClosedWithoutTheDeadlineOfThePool() {
        client(client -> {});
        List<ExecChainHandler> others =
                steps.stream().filter(step -> !(step instanceof TotalDeadline)).toList();

        assertThat(before(others)).isSameAs(chain);
        assertThat(before(List.of())).isSameAs(chain);
    }

    @Test
    void isClosedWithoutTheStepsThatSend() {
        client(client -> {});
        for (Class<?> needed : List.of(MainClientExec.class, ConnectExec.class)) {
            List<ExecChainHandler> others =
                    steps.stream().filter(step -> !needed.isInstance(step)).toList();

            assertThat(before(others)).isSameAs(chain);
        }
    }

    /** A client whose fields are not those of HttpClient's. */
    private static class OtherClient extends CloseableHttpClient {

        @Override
        protected CloseableHttpResponse doExecute(
                @Nullable HttpHost target, @Nullable ClassicHttpRequest request, @Nullable HttpContext context) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void close() {}

        @Override
        public void close(CloseMode mode) {}
    }

    @SuppressWarnings({"unused", "UnusedVariable"}) // read by the code under test
    private static final class ClientWithoutPlanner extends OtherClient {
        private final @Nullable HttpRoutePlanner routePlanner = null;
    }

    @SuppressWarnings({"unused", "UnusedVariable"}) // read by the code under test
    private static final class ClientWithAnotherPlanner extends OtherClient {
        private final String routePlanner = "by hand";
    }

    @SuppressWarnings({"unused", "UnusedVariable"}) // read by the code under test
    private static final class ClientWithPlannerAlone extends OtherClient {
        private final HttpRoutePlanner routePlanner = new DefaultRoutePlanner(null);
    }

    @Test
    void isClosedWhereAClientCannotBeReadAndNothingFails() {
        client(client -> {});
        for (CloseableHttpClient other : List.of(
                new OtherClient(),
                new ClientWithoutPlanner(),
                new ClientWithAnotherPlanner(),
                new ClientWithPlannerAlone())) {
            chain = other;

            assertThat(before(steps)).isSameAs(other);
        }
    }

    @Test
    void asksForTheCodingsThatTheChainCanDecode() throws Exception {
        StraightParts usual = parts(client(client -> {}));

        assertThat(Objects.requireNonNull(usual.requests.acceptEncoding()).getValue())
                .contains("gzip");
        assertThat(parts(client(HttpClientBuilder::disableContentCompression))
                        .requests
                        .acceptEncoding())
                .isNull();
    }

    @Test
    void hasALimitOfBodiesOnlyIfOneIsSet() throws Exception {
        SizeLimit one = new SizeLimit("test", 1, "limit");
        StraightParts unlimited = parts(client(client -> {}));

        CloseableHttpClient limited = way(one).before(Objects.requireNonNull(chain), steps);

        assertThat(unlimited.limit).isNull();
        assertThat(parts(limited).limit).isEqualTo(one);
    }

    @Test
    void goesOnWithTheInnerStepsAndReplacesTheExchange() throws Exception {
        Continuation rest = parts(client(client -> client.addExecInterceptorFirst(
                                MaxDecodedSize.NAME, new MaxDecodedSize(new SizeLimit("test", 1, "limit")))
                        .addExecInterceptorFirst(
                                ServiceDefaults.NAME, new ServiceDefaults(false, new PeerFailures(false)))))
                .continuation;

        List<ExecChainHandler> inner = new ArrayList<>(steps);
        inner.removeIf(step ->
                step instanceof TotalDeadline || step instanceof MaxDecodedSize || step instanceof ServiceDefaults);
        assertThat(steps).hasSize(inner.size() + 3);
        assertThat(rest.steps()).containsExactlyElementsOf(inner);
        assertThat(rest.steps().get(rest.exchange())).isInstanceOf(ConnectExec.class);
    }
}
