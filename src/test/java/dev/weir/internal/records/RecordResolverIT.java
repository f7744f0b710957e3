package dev.weir.internal.records;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.weir.testpool.PoolCall;
import dev.weir.testserver.DnsQuery;
import dev.weir.testserver.DnsRecord;
import dev.weir.testserver.LoopbackNameServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What becomes of the replies of a name server, and of their lack. */
@Timeout(120)
class RecordResolverIT {

    private static final String NAME = "recs.test";
    private static final DnsRecord FIRST = DnsRecord.address(NAME, 30, "10.0.0.1");
    private static final DnsRecord SECOND = DnsRecord.address(NAME, 20, "10.0.0.2");
    private static final DnsRecord SIXTH = DnsRecord.address(NAME, 10, "2001:db8::6");
    private static final List<RecordType> BOTH = List.of(RecordType.A, RecordType.AAAA);

    private final LoopbackNameServer server = LoopbackNameServer.of(FIRST, SECOND, SIXTH);
    private final LoopbackNameServer other = LoopbackNameServer.of(FIRST);

    @AfterEach
    void stopServers() {
        server.close();
        other.close();
    }

    @Test
    void bothFamiliesAreAskedForAndMixed() throws Exception {
        assertThat(texts(resolver().resolve("Recs.Test", 443)))
                .containsExactly("10.0.0.1:443", "10.0.0.2:443", "2001:db8:0:0:0:0:0:6:443");
        assertThat(resolver().resolve(NAME, 443).get(0).getHostString()).isEqualTo(NAME);
    }

    @Test
    void theOrderOfTheFamiliesIsTheJdks() throws Exception {
        List<RecordType> sixFirst = List.of(RecordType.AAAA, RecordType.A);

        assertThat(texts(resolver(sixFirst, server).resolve(NAME, 443))).first().isEqualTo("2001:db8:0:0:0:0:0:6:443");
        assertThat(resolver(List.of(RecordType.A), other).resolve(NAME, 443)).hasSize(1);
        assertThat(other.asked()).allMatch(DnsQuery::isA);
    }

    @Test
    void aTruncatedReplyIsAskedForAgainOverTcp() throws Exception {
        DnsRecord[] many = IntStream.range(0, 200)
                .mapToObj(i -> DnsRecord.address(NAME, 30, "10.0.1." + i))
                .toArray(DnsRecord[]::new);
        server.script(query -> List.of(query.isStream() ? query.reply(many) : query.truncated()));

        assertThat(resolver().resolve(NAME, 443)).hasSize(200);
        assertThat(server.asked()).anyMatch(DnsQuery::isStream);
    }

    @Test
    void aTruncatedReplyWithoutAnEndFails() {
        server.script(query -> List.of(query.truncated()));

        assertThatThrownBy(() -> resolver().resolve(NAME, 443))
                .isInstanceOf(UnknownHostException.class)
                .hasMessageContaining("its reply has no end over TCP either");
    }

    @Test
    void aNameThatNoServerKnowsIsUnknown() {
        assertThatThrownBy(() -> resolver().resolve("other.test", 443))
                .isInstanceOf(UnknownHostException.class)
                .hasMessage("other.test: the name servers know no address of it");
    }

    @Test
    void aServerThatFailsGivesWayToTheNext() throws Exception {
        server.script(query -> List.of(query.failure(DnsQuery.SERVER_FAILURE)));

        RecordResolver resolver = resolver(BOTH, server, other);
        assertThat(resolver.resolve(NAME, 443)).hasSize(1);
        PoolCall.awaitUntil(() -> server.asked().size() == 2);
        assertThat(resolver.resolve(NAME, 443)).hasSize(1);

        assertThat(server.asked()).hasSize(2); // the one that replied is the first now
    }

    @Test
    void ifAllFailEachIsNamed() {
        server.script(query -> List.of(query.failure(DnsQuery.SERVER_FAILURE)));
        other.script(query -> List.of(query.failure(DnsQuery.REFUSED)));

        assertThatThrownBy(() -> resolver(BOTH, server, other).resolve(NAME, 443))
                .isInstanceOf(UnknownHostException.class)
                .hasMessage(NAME + ": no name server tells its address: {" + server.address() + "=it replied SERVFAIL, "
                        + other.address() + "=it replied REFUSED}");
    }

    @Test
    void aServerThatIsSilentGivesWayToTheNext() throws Exception {
        server.script(query -> List.of());

        assertThat(resolver(BOTH, server, other).resolve(NAME, 443)).hasSize(1);
    }

    @Test
    void aServerThatIsGoneGivesWayToTheNext() throws Exception {
        server.close();

        assertThat(resolver(BOTH, server, other).resolve(NAME, 443)).hasSize(1);
    }

    @Test
    void ifAllAreSilentTheLookupEnds() {
        server.script(query -> List.of());

        assertThatThrownBy(() -> resolver().resolve(NAME, 443))
                .isInstanceOf(UnknownHostException.class)
                .hasMessage(
                        NAME + ": no name server tells its address: {" + server.address() + "=it does not respond}");
        PoolCall.awaitUntil(() -> server.asked().size() == 6);
    }

    @Test
    void aLostReplyIsAskedForAgain() throws Exception {
        server.script(query -> server.asked().size() <= 2 ? List.of() : List.of(query.reply(FIRST)));

        assertThat(resolver().resolve(NAME, 443)).hasSize(1);
    }

    @Test
    void aServerThatIsSilentForOneFamilyDoesNotHideTheOther() throws Exception {
        server.script(query -> query.isA() ? List.of(query.reply(FIRST, SECOND)) : List.of());

        assertThat(resolver().resolve(NAME, 443)).hasSize(2);
    }

    @Test
    void aServerThatFailsForOneFamilyDoesNotHideTheOther() throws Exception {
        server.script(query -> List.of(query.isA() ? query.failure(DnsQuery.SERVER_FAILURE) : query.reply(SIXTH)));

        assertThat(resolver().resolve(NAME, 443)).hasSize(1);
    }

    @Test
    void anAliasWithoutAddressesHasNone() {
        server.script(query -> List.of(query.reply(DnsRecord.alias(NAME, 30, "b.test"))));

        assertThatThrownBy(() -> resolver().resolve(NAME, 443))
                .isInstanceOf(UnknownHostException.class)
                .hasMessageEndingWith("know no address of it");
    }

    @Test
    void garbageAndForeignRepliesArePassedOver() throws Exception {
        DnsRecord forged = DnsRecord.address(NAME, 30, "10.0.0.66");
        server.script(query -> List.of(
                new byte[0],
                new byte[] {1, 2, 3},
                "HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(StandardCharsets.US_ASCII),
                new DnsQuery(query.id() ^ 1, NAME, query.type(), false).reply(forged),
                new DnsQuery(query.id(), "evil.test", query.type(), false).reply(forged),
                Arrays.copyOf(query.reply(FIRST), 300)));

        assertThat(texts(resolver().resolve(NAME, 443))).containsExactly("10.0.0.1:443");
    }

    @Test
    void aReplyThatEndsTooSoonIsAFailureOfItsServer() throws Exception {
        server.script(query -> {
            byte[] reply = query.reply(FIRST, SIXTH);
            return List.of(Arrays.copyOf(reply, reply.length - 2));
        });

        assertThat(resolver(BOTH, server, other).resolve(NAME, 443)).hasSize(1);
        assertThatThrownBy(() -> resolver().resolve(NAME, 443))
                .hasMessageContaining("its reply has less in it than it says");
    }

    @Test
    void shortNamesAreLookedForInTheDomains() throws Exception {
        ResolverConfig config = new ResolverConfig(List.of(server.address()), List.of("shop", "test"), 1);

        assertThat(texts(resolver(config, BOTH).resolve("recs", 443))).hasSize(3);
        assertThat(server.asked())
                .extracting(DnsQuery::name)
                .contains("recs.shop", NAME)
                .doesNotContain("recs");
    }

    @Test
    void aFailureInOneDomainIsNotTakenForAnUnknownName() {
        server.script(query -> List.of(
                query.name().equals("recs.shop") ? query.failure(DnsQuery.SERVER_FAILURE) : query.reply(FIRST)));
        ResolverConfig config = new ResolverConfig(List.of(server.address()), List.of("shop", "test"), 1);

        assertThatThrownBy(() -> resolver(config, BOTH).resolve("recs", 443))
                .isInstanceOf(UnknownHostException.class)
                .hasMessageStartingWith("recs.shop: no name server tells its address");
    }

    @Test
    void addressesAndLocalNamesNeedNoServer() throws Exception {
        assertThat(texts(resolver().resolve("10.1.2.3", 80))).containsExactly("10.1.2.3:80");
        assertThat(resolver().resolve("localhost", 80))
                .allMatch(address -> address.getAddress().isLoopbackAddress());
        assertThat(resolver().resolve("localhost")).allMatch(InetAddress::isLoopbackAddress);
        assertThat(server.asked()).isEmpty();
    }

    private RecordResolver resolver() {
        return resolver(BOTH, server);
    }

    private static RecordResolver resolver(List<RecordType> types, LoopbackNameServer... servers) {
        return resolver(
                ResolverConfig.of(
                        Stream.of(servers).map(LoopbackNameServer::address).toList()),
                types);
    }

    private static RecordResolver resolver(ResolverConfig config, List<RecordType> types) {
        return new RecordResolver(() -> config, new LocalNames(Path.of("missing")), types);
    }

    private static List<String> texts(List<InetSocketAddress> addresses) {
        return addresses.stream()
                .map(address -> address.getAddress().getHostAddress() + ":" + address.getPort())
                .toList();
    }
}
