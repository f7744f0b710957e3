package dev.weir.attack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.weir.HttpPool;
import dev.weir.HttpPoolBuilder;
import dev.weir.testpool.ClientKind;
import dev.weir.testpool.PoolCaller;
import dev.weir.testserver.Exchange;
import dev.weir.testserver.HttpProxyServer;
import dev.weir.testserver.LoopbackServer;
import dev.weir.testserver.TestCertificates;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpResponseInterceptor;
import org.apache.hc.core5.http.message.BasicHeader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever servers, proxies and texts of callers try, each caller gets the response to its own request, or an error. */
@Timeout(60)
@ParameterizedClass
@EnumSource(mode = EnumSource.Mode.MATCH_NONE, names = "OWN_.*")
class AttacksIT {

    // In all of these, ~ is the end of a line.
    private static final String FORGED = "HTTP/1.1 200 OK~Content-Length: 4~~EVIL";
    private static final String CONNECTED = "HTTP/1.1 200 OK~~";
    private static final String BODY = own("/bait");
    private static final String CHUNKS = "11~" + BODY + "~0~~";

    private final ClientKind kind;
    private final LoopbackServer server = LoopbackServer.http().start();
    private final Queue<Header> evil = new ConcurrentLinkedQueue<>();

    AttacksIT(ClientKind kind) {
        this.kind = kind;
    }

    @AfterEach
    void stopServer() {
        server.close();
    }

    static String own(String path) {
        return "response to " + path;
    }

    private static void answer(Exchange exchange) throws IOException {
        exchange.ok(own(exchange.target()));
    }

    /** Short times: most of what is cut leaves its caller waiting. */
    static HttpPoolBuilder builder() {
        Duration read = Duration.ofSeconds(1);
        return HttpPool.builder("attacked")
                .sslContext(TestCertificates.trusted().clientContext())
                .timeouts(t -> t.unordered().connect(read).read(read).total(read.multipliedBy(4)));
    }

    /** Collects the headers of responses that are an attacker's. */
    static HttpResponseInterceptor looking(Queue<Header> evil) {
        return (response, body, context) -> Arrays.stream(response.getHeaders())
                .filter(header -> header.toString().toLowerCase(Locale.ROOT).contains("evil"))
                .forEach(evil::add);
    }

    private PoolCaller open(HttpPoolBuilder builder, Header... headers) {
        return kind.open(
                builder,
                new ClientKind.Setup(
                        client ->
                                client.addResponseInterceptorLast(looking(evil)).setDefaultHeaders(List.of(headers)),
                        client ->
                                client.addResponseInterceptorLast(looking(evil)).setDefaultHeaders(List.of(headers))));
    }

    static void assertOwnOrError(ClientKind.Call call, URI uri) {
        String[] answer = new String[1];
        if (catchThrowable(() -> answer[0] = call.send("GET", uri.toString(), HttpClientContext.create())) == null) {
            assertThat(answer[0]).isEqualTo("200 " + own(uri.getPath()));
        }
    }

    private static Stream<String> baits() {
        String ok = "HTTP/1.1 200 OK~";
        String length = "Content-Length: 17~";
        String chunked = "Transfer-Encoding: chunked~";
        Stream<String> lengths = Stream.of(
                        "+17",
                        "-1",
                        "0x11",
                        "17, 58",
                        "17, 17",
                        "17 41",
                        "17.0",
                        "17;",
                        "00017",
                        "",
                        "99999999999999999999",
                        "18446744073709551617",
                        "\u00b217")
                .map(each -> ok + "Content-Length: " + each + "~~" + BODY);
        Stream<String> codings = Stream.of(
                        "identity",
                        "chunked, identity",
                        "identity, chunked",
                        "xchunked",
                        "chunked, chunked",
                        "gzip",
                        "chunked;q=1",
                        "\"chunked\"",
                        "")
                .map(each -> ok + "Transfer-Encoding: " + each + "~~" + CHUNKS);
        Stream<String> sizes = Stream.of(
                        "0x11", "+11", "-11", "11 ", " 11", "fffffffffffffffff11", "11\u0000", "", "11;\n")
                .map(each -> ok + chunked + "~" + each + "~" + BODY + "~0~~");
        Stream<String> chunks = Stream.of(
                        "11\n" + BODY + "~0~~",
                        "11~" + BODY + "\n0~~",
                        "11~" + BODY + "0~~",
                        "11~" + BODY + "~0\n\n",
                        "4~" + BODY + "~0~~")
                .map(each -> ok + chunked + "~" + each);
        Stream<String> heads = Stream.of(
                ok + "Content-Length: 4~" + length,
                ok + length + length,
                ok + "Content-Length : 17~",
                ok + "Content-Length:~ 17~",
                "HTTP/1.1 200 OK\nContent-Length: 17\n\n" + BODY + "|",
                "HTTP/1.1 200 OK~X-A: b\n" + length,
                ok + "X-A: a\u0000b~" + length,
                ok + "X-A: a\rEvil: 1~" + length,
                ok + "nonsense~" + length,
                ok + ": nameless~" + length,
                "HTTP/1.1 2OO OK~" + length,
                "HTTP/1.1 20 OK~" + length,
                "HTTP/2.0 200 OK~" + length,
                "ICY 200 OK~" + length,
                ok + "X-A: " + "a".repeat(100_000) + "~" + length,
                ok + "X-A: b~".repeat(10_000) + length,
                ok + "Connection: close~" + length,
                "HTTP/1.1 101 Switching Protocols~Upgrade: evil~~" + ok + length,
                "HTTP/1.1 100 Continue~~HTTP/1.1 103 Early Hints~~" + ok + length,
                "HTTP/1.1 102 Processing~~".repeat(5_000) + ok + length,
                "HTTP/1.1 100 Continue~Content-Length: 4~~EVIL" + ok + length);
        Stream<String> others = Stream.of(
                BODY,
                ok + "Content-Length: 4~" + chunked + "~" + CHUNKS,
                ok + chunked + "Content-Length: 400~~" + CHUNKS,
                ok + "Transfer-Encoding : chunked~~" + CHUNKS,
                ok + chunked + chunked + "~" + CHUNKS,
                "HTTP/1.0 200 OK~" + chunked + "Connection: keep-alive~~" + CHUNKS);
        return Stream.of(
                        lengths,
                        codings,
                        sizes,
                        chunks,
                        heads.map(each -> each.endsWith("|") ? each.replace("|", "") : each + "~" + BODY),
                        others)
                .flatMap(each -> each);
    }

    /** The first caller has what the server meant for it, however odd. */
    @ParameterizedTest(name = "{index}")
    @MethodSource("baits")
    void aResponseThatCanBeReadInTwoWaysReachesNoOtherCaller(String bait) throws IOException {
        server.handler(exchange -> {
            if (exchange.target().equals("/bait")) {
                exchange.output().write((bait + FORGED).replace("~", "\r\n").getBytes(StandardCharsets.ISO_8859_1));
                exchange.output().flush();
            } else {
                answer(exchange);
            }
        });
        try (PoolCaller pool = open(builder())) {
            var unused = catchThrowable(() -> pool.send(server.uri("/bait").toString(), HttpClientContext.create()));
            evil.clear();
            for (String path : List.of("/second", "/third", "/fourth")) {
                assertOwnOrError(pool.call(), server.uri(path));
            }
        }
        assertThat(evil).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                CONNECTED + "HTTP/1.1 200 OK~~EVIL",
                CONNECTED + FORGED,
                CONNECTED + "HTTP/1.1 200 OK~Transfer-Encoding: chunked~~4~EVIL~0~~",
                CONNECTED + "HTTP/1.1 200 OK~X-Evil: ",
                CONNECTED + "x",
                CONNECTED + CONNECTED,
                "HTTP/1.1 200 OK~Content-Length: 4~~EVIL",
                "HTTP/1.1 103 Early Hints~~" + CONNECTED + FORGED,
                "HTTP/1.1 302 Found~Location: ORIGIN/~Content-Length: 0~~",
                "HTTP/1.1 403 Forbidden~Content-Length: 4~~EVIL",
                "HTTP/1.1 101 Switching Protocols~~" + FORGED
            })
    void whatAProxySaysToConnectIsNoResponseOfTheServer(String connected) throws IOException {
        server.handler(exchange -> exchange.ok("EVIL"));
        String said = connected.replace("ORIGIN", server.origin()).replace("~", "\r\n");
        try (LoopbackServer secure = LoopbackServer.https(TestCertificates.trusted())
                        .handler(AttacksIT::answer)
                        .start();
                HttpProxyServer proxy = HttpProxyServer.connectingWith(said);
                PoolCaller pool = open(builder().proxy(proxy.origin()))) {
            assertOwnOrError(pool.call(), secure.uri("/first"));
            assertOwnOrError(pool.call(), secure.uri("/second"));
        }
        assertThat(evil).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "X-A, b~evil: 1",
        "X-A, b|evil: 1",
        "X-A, b^evil: 1",
        "X-A, b\u0000evil: 1",
        "X-A, b\u010d\u010aevil: 1", // what is cut to a byte is the end of a line
        "X-A, a~~GET /evil HTTP/1.1~Host: x~~",
        "X-A: b~evil, 1",
        "Host, a~evil: 1",
        "Transfer-Encoding, chunked"
    })
    void textOfACallerBecomesNeitherAHeaderNorARequest(String name, String value) throws IOException {
        AtomicBoolean split = new AtomicBoolean();
        server.handler(exchange -> {
            if (exchange.target().contains("evil") || exchange.headers().has("evil")) {
                split.set(true);
            }
            answer(exchange);
        });
        Header header = new BasicHeader(
                name.replace("~", "\r\n"),
                value.replace("~", "\r\n").replace('|', '\n').replace('^', '\r'));
        try (PoolCaller pool = open(builder(), header)) {
            assertOwnOrError(pool.call(), server.uri("/first"));
            assertOwnOrError(pool.call(), server.uri("/second"));
        }
        assertThat(split).isFalse();
    }
}
