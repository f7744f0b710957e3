package dev.weir.it;

import static org.assertj.core.api.Assertions.assertThat;

import co.elastic.clients.elasticsearch.ElasticsearchClient;
import co.elastic.clients.transport.rest5_client.Rest5ClientTransport;
import co.elastic.clients.transport.rest5_client.low_level.Rest5Client;
import dev.weir.AsyncHttpPool;
import dev.weir.config.Protocol;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.opensearch.client.Request;
import org.opensearch.client.RestClient;
import org.opensearch.client.opensearch.OpenSearchClient;
import org.opensearch.client.transport.httpclient5.ApacheHttpClient5TransportBuilder;

class SearchClientsTest {

    private static final String OPENSEARCH = """
            {"name":"n","cluster_name":"c","cluster_uuid":"u","tagline":"t","version":{"distribution":"opensearch",
            "number":"3.2.0","build_type":"tar","build_hash":"h","build_date":"2026-01-01","build_snapshot":false,
            "lucene_version":"10","minimum_wire_compatibility_version":"2","minimum_index_compatibility_version":"2"}}""";

    private static final String ELASTICSEARCH = """
            {"name":"n","cluster_name":"c","cluster_uuid":"u","tagline":"t","version":{"number":"9.2.0",
            "build_flavor":"default","build_type":"tar","build_hash":"h","build_date":"2026-01-01T00:00:00Z",
            "build_snapshot":false,"lucene_version":"10","minimum_wire_compatibility_version":"8",
            "minimum_index_compatibility_version":"8"}}""";

    @ParameterizedTest
    @EnumSource(
            value = Protocol.class,
            names = {"HTTP_1_1", "HTTP_2"})
    void openSearchsRestClientTakesTheManager(Protocol protocol) throws Exception {
        try (Server server = Server.echo(protocol);
                AsyncHttpPool pool = Pools.async(protocol)) {
            try (RestClient client = RestClient.builder(server.host())
                    .setHttpClientConfigCallback(builder -> builder.setConnectionManager(pool.connectionManager()))
                    .build()) {
                Request post = new Request("POST", "/index/_doc");
                post.setJsonEntity("{}");

                assertThat(EntityUtils.toString(client.performRequest(post).getEntity())).isEqualTo("{}");
            }
            Pools.assertServed(pool);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Protocol.class,
            names = {"HTTP_1_1", "HTTP_2"})
    void openSearchsJavaClientTakesTheManager(Protocol protocol) throws Exception {
        try (Server server = new Server(protocol, OPENSEARCH);
                AsyncHttpPool pool = Pools.async(protocol)) {
            try (var transport = ApacheHttpClient5TransportBuilder.builder(server.host())
                    .setHttpClientConfigCallback(builder -> builder.setConnectionManager(pool.connectionManager()))
                    .build()) {
                assertThat(new OpenSearchClient(transport).info().clusterName()).isEqualTo("c");
            }
            Pools.assertServed(pool);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Protocol.class,
            names = {"HTTP_1_1", "HTTP_2"})
    void elasticsearchsJavaClientTakesTheClient(Protocol protocol) throws Exception {
        try (Server server = new Server(protocol, ELASTICSEARCH);
                AsyncHttpPool pool = Pools.async(protocol)) {
            try (Rest5Client rest =
                            Rest5Client.builder(server.host()).setHttpClient(pool.client()).build();
                    var transport = new Rest5ClientTransport(rest, new co.elastic.clients.json.jackson.JacksonJsonpMapper())) {
                assertThat(new ElasticsearchClient(transport).info().clusterName()).isEqualTo("c");
            }
            Pools.assertServed(pool);
        }
    }
}
