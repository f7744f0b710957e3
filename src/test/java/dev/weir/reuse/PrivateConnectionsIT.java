package dev.weir.reuse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.HttpPoolBuilder;
import dev.weir.event.CloseCause;
import dev.weir.testpool.ClientKind;
import dev.weir.testpool.ClientKind.Setup;
import dev.weir.testpool.PatientPool;
import dev.weir.testpool.PoolCall;
import dev.weir.testpool.PoolCaller;
import dev.weir.testserver.HttpProxyServer;
import dev.weir.testserver.LoginScheme;
import dev.weir.testserver.LoginServer;
import dev.weir.testserver.LoopbackServer;
import dev.weir.testserver.TestCertificates;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.apache.hc.client5.http.auth.AuthScope;
import org.apache.hc.client5.http.auth.UsernamePasswordCredentials;
import org.apache.hc.client5.http.impl.auth.BasicCredentialsProvider;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.HttpHost;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A connection that a user has logged in carries the requests of that user alone, whatever client calls. */
class PrivateConnectionsIT {

    private static final Map<String, String> USERS = Map.of("alice", "a", "bob", "b");
    private static final TestCertificates CERTIFICATES = TestCertificates.trusted();
    private static final Setup NAMED = new Setup(LoginScheme::allow, LoginScheme::allow);
    private static final Setup NAMELESS = new Setup(LoginScheme::allowNameless, LoginScheme::allowNameless);

    private final LoopbackServer server =
            LoopbackServer.http().handler(new LoginServer(USERS)).start();
    private final String uri = server.uri("/").toString();
    private final String open = server.uri("/open").toString();

    @AfterEach
    void stopServer() {
        server.close();
    }

    private static Stream<Arguments> clients() {
        return Stream.of(ClientKind.values())
                .flatMap(kind -> Stream.of(Arguments.of(kind, false), Arguments.of(kind, true)));
    }

    private static Stream<ClientKind> ofPools() {
        return Stream.of(ClientKind.BLOCKING, ClientKind.ASYNC, ClientKind.BLOCKING_CLIENT);
    }

    private static PoolCaller open(ClientKind kind, boolean state, Setup setup) {
        return kind.open(PatientPool.builder("test").connectionState(state), setup);
    }

    private static HttpClientContext alice() {
        return LoginScheme.contextOf("alice", "a");
    }

    private static HttpClientContext bob() {
        return LoginScheme.contextOf("bob", "b");
    }

    private static HttpClientContext nobody() {
        return HttpClientContext.create();
    }

    @ParameterizedTest
    @MethodSource("clients")
    void areUsedForTheRequestsOfOneUser(ClientKind kind, boolean state) throws IOException {
        try (PoolCaller pool = open(kind, state, NAMED)) {
            for (int i = 0; i < 3; i++) {
                assertThat(pool.get(uri, alice())).isEqualTo("200 you are alice");
                assertThat(pool.get(open, nobody())).isEqualTo("200 you are nobody");
                assertThat(pool.get(uri, bob())).isEqualTo("200 you are bob");
                assertThat(pool.get(uri, nobody())).startsWith("401");
            }
        }
    }

    @ParameterizedTest
    @MethodSource("clients")
    void areReusedByTheUserOfTheContextThatLoggedIn(ClientKind kind, boolean state) throws IOException {
        HttpClientContext alice = alice();
        HttpClientContext bob = bob();
        try (PoolCaller pool = open(kind, state, NAMED)) {
            for (int i = 0; i < 3; i++) {
                assertThat(pool.get(uri, alice)).isEqualTo("200 you are alice");
                assertThat(pool.get(uri, bob)).isEqualTo("200 you are bob");
            }

            assertThat(server.accepted()).isEqualTo(2);
            assertThat(pool.closed(CloseCause.PRIVATE)).isZero();
        }
    }

    @ParameterizedTest
    @MethodSource("clients")
    void areKeptApartUnderConcurrentCallers(ClientKind kind, boolean state) throws Exception {
        List<Callable<List<String>>> callers = new ArrayList<>();
        try (PoolCaller pool =
                kind.open(PatientPool.builder("test").connectionState(state).maxPerRoute(4), NAMED)) {
            for (int i = 0; i < 4; i++) {
                callers.add(() -> sixTimes(pool, alice(), uri));
                callers.add(() -> sixTimes(pool, bob(), uri));
                callers.add(() -> sixTimes(pool, nobody(), open));
            }
            ExecutorService threads = Executors.newFixedThreadPool(callers.size());
            List<Future<List<String>>> answers = threads.invokeAll(callers);
            threads.shutdown();

            for (int i = 0; i < answers.size(); i++) {
                String expected =
                        "200 you are " + List.of("alice", "bob", "nobody").get(i % 3);
                assertThat(answers.get(i).get()).hasSize(6).containsOnly(expected);
            }
        }
    }

    private static List<String> sixTimes(PoolCaller pool, HttpClientContext context, String uri) throws IOException {
        List<String> answers = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            answers.add(pool.send(uri, context));
        }
        return answers;
    }

    @ParameterizedTest
    @MethodSource("clients")
    void areClosedAfterTheExchangeIfTheSchemeDoesNotTellTheUser(ClientKind kind, boolean state) throws IOException {
        try (PoolCaller pool = open(kind, state, NAMELESS)) {
            assertThat(pool.get(uri, alice())).isEqualTo("200 you are alice");
            assertThat(pool.get(open, nobody())).isEqualTo("200 you are nobody");

            PoolCall.awaitUntil(() -> pool.closed(CloseCause.PRIVATE) == 1);
            assertThat(server.accepted()).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @MethodSource("clients")
    void areReusedByTheTokenThatTheCallerHasSet(ClientKind kind, boolean state) throws IOException {
        HttpClientContext alice = alice();
        alice.setUserToken("alice's session");
        try (PoolCaller pool = open(kind, state, NAMELESS)) {
            assertThat(pool.get(uri, alice)).isEqualTo("200 you are alice");
            assertThat(pool.get(uri, alice)).isEqualTo("200 you are alice");
            assertThat(pool.get(open, nobody())).isEqualTo("200 you are nobody");

            assertThat(server.accepted()).isEqualTo(2);
            assertThat(alice.getUserToken()).isEqualTo("alice's session");
        }
    }

    @ParameterizedTest
    @MethodSource("ofPools")
    void areOutOfReachForAWrongPassword(ClientKind kind) throws IOException {
        HttpClientContext alice = alice();
        HttpClientContext mallory = LoginScheme.contextOf("alice", "guessed");
        try (PoolCaller pool = open(kind, false, NAMED)) {
            assertThat(pool.get(uri, alice)).isEqualTo("200 you are alice");
            assertThat(pool.get(uri, mallory)).startsWith("401");
            assertThat(pool.get(uri, mallory)).startsWith("401");
            assertThat(pool.get(open, mallory)).isEqualTo("200 you are nobody");
            assertThat(pool.get(uri, alice)).isEqualTo("200 you are alice");
        }
    }

    @ParameterizedTest
    @MethodSource("ofPools")
    void areNotTakenForTheUserOfAnotherServer(ClientKind kind) throws IOException {
        try (LoopbackServer other = LoopbackServer.http()
                        .handler(new LoginServer(Map.of("service", "x", "alice", "a", "bob", "b")))
                        .start();
                LoopbackServer common = LoopbackServer.http()
                        .handler(new LoginServer(Map.of("service", "s")))
                        .start();
                PoolCaller pool = open(kind, false, NAMED)) {
            for (String user : List.of("alice", "bob", "alice", "bob")) {
                HttpClientContext context = knowing(common, "service", "s");
                ((BasicCredentialsProvider) context.getCredentialsProvider())
                        .setCredentials(new AuthScope(host(other)), credentials(user, user.substring(0, 1)));
                assertThat(pool.get(common.uri("/").toString(), context)).isEqualTo("200 you are service");
                assertThat(pool.get(other.uri("/").toString(), context)).isEqualTo("200 you are " + user);
                assertThat(pool.get(common.uri("/").toString(), context)).isEqualTo("200 you are service");
            }
            // The service of one server is another user at the other.
            HttpClientContext stranger = knowing(other, "service", "x");
            assertThat(pool.get(other.uri("/").toString(), stranger)).isEqualTo("200 you are service");
            HttpClientContext service = knowing(common, "service", "s");
            assertThat(pool.get(common.uri("/").toString(), service)).isEqualTo("200 you are service");
            assertThat(pool.get(other.uri("/open").toString(), service)).isEqualTo("200 you are nobody");
        }
    }

    private static HttpHost host(LoopbackServer of) {
        return new HttpHost("http", "127.0.0.1", of.port());
    }

    private static UsernamePasswordCredentials credentials(String user, String password) {
        return new UsernamePasswordCredentials(user, password.toCharArray());
    }

    private static HttpClientContext knowing(LoopbackServer at, String user, String password) {
        BasicCredentialsProvider known = new BasicCredentialsProvider();
        known.setCredentials(new AuthScope(host(at)), credentials(user, password));
        HttpClientContext context = HttpClientContext.create();
        context.setCredentialsProvider(known);
        return context;
    }

    // HttpClient's blocking client releases the connection between rounds without a body.
    @Test
    void areKeptFromRoundToRoundThoughNoneHasABody() throws Exception {
        try (PoolCaller pool = open(ClientKind.BLOCKING_CLIENT, false, NAMED)) {
            ExecutorService threads = Executors.newFixedThreadPool(4);
            List<Future<Integer>> answers = threads.invokeAll(Collections.nCopies(12, () -> pool.head(uri, alice())));
            threads.shutdown();

            for (Future<Integer> answer : answers) {
                assertThat(answer.get()).isEqualTo(200);
            }
            assertThat(pool.head(uri, LoginScheme.contextOf("alice", "guessed")))
                    .isEqualTo(401);
            PoolCall.awaitUntil(() -> pool.pool().snapshot().leased() == 0); // released after the response
        }
    }

    @ParameterizedTest
    @MethodSource("clients")
    void areKeptThroughARedirect(ClientKind kind, boolean state) throws IOException {
        try (PoolCaller pool = open(kind, state, NAMED)) {
            assertThat(pool.get(server.uri("/moved").toString(), alice())).isEqualTo("200 you are alice");
            assertThat(pool.get(server.uri("/moved").toString(), bob())).isEqualTo("200 you are bob");
            assertThat(pool.get(open, nobody())).isEqualTo("200 you are nobody");

            assertThat(server.accepted()).isEqualTo(3);
        }
    }

    @ParameterizedTest
    @MethodSource("clients")
    void areThoseOfAUserAtAProxyThatForwards(ClientKind kind, boolean state) throws IOException {
        try (HttpProxyServer proxy = HttpProxyServer.startWithLogins(USERS);
                LoopbackServer target = LoopbackServer.http()
                        .handler(exchange -> exchange.ok(
                                proxy.log().userOf(exchange.connection().remotePort())))
                        .start();
                PoolCaller pool = through(proxy, kind, state)) {
            assertSeparated(pool, target.uri("/").toString());
        }
    }

    @ParameterizedTest
    @MethodSource("clients")
    void areThoseOfAUserAtAProxyThatTunnels(ClientKind kind, boolean state) throws IOException {
        try (HttpProxyServer proxy = HttpProxyServer.startWithLogins(USERS);
                LoopbackServer target = LoopbackServer.https(CERTIFICATES)
                        .handler(exchange -> exchange.ok(
                                proxy.log().userOf(exchange.connection().remotePort())))
                        .start();
                PoolCaller pool = through(proxy, kind, state)) {
            assertSeparated(pool, target.uri("/").toString());
        }
    }

    private static PoolCaller through(HttpProxyServer proxy, ClientKind kind, boolean state) {
        HttpPoolBuilder builder = PatientPool.builder("test")
                .connectionState(state)
                .sslContext(CERTIFICATES.clientContext())
                .proxy(proxy.origin());
        return kind.open(builder, NAMED.through(new HttpHost("http", "127.0.0.1", proxy.port())));
    }

    private static void assertSeparated(PoolCaller pool, String target) throws IOException {
        for (int i = 0; i < 2; i++) {
            assertThat(pool.get(target, alice())).isEqualTo("200 alice");
            assertThat(pool.get(target, nobody())).startsWith("407");
            assertThat(pool.get(target, bob())).isEqualTo("200 bob");
        }
        HttpClientContext alice = alice();
        pool.get(target, alice);
        long before = pool.opened();
        assertThat(pool.get(target, alice)).isEqualTo("200 alice");
        assertThat(pool.opened()).isEqualTo(before);
    }

    @ParameterizedTest
    @EnumSource
    void areClosedAfterALoginThatTheApplicationWroteItself(ClientKind kind) throws IOException {
        server.handler(exchange -> exchange.ok("ok"));
        Setup header = new Setup(
                builder -> builder.addRequestInterceptorLast(
                        (request, entity, context) -> request.setHeader("Authorization", "Negotiate YIIabc")),
                builder -> builder.addRequestInterceptorLast(
                        (request, entity, context) -> request.setHeader("Authorization", "Negotiate YIIabc")));
        HttpClientContext alice = nobody();
        alice.setUserToken("alice");
        try (PoolCaller pool = open(kind, false, header)) {
            pool.get(uri, nobody());
            pool.get(uri, nobody());
            PoolCall.awaitUntil(() -> pool.closed(CloseCause.PRIVATE) == 2);

            pool.get(uri, alice);
            pool.get(uri, alice);
            assertThat(pool.opened()).isEqualTo(3);
        }
    }
}
