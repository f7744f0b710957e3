package dev.weir.reuse;

import dev.weir.testserver.LoopbackServer;
import org.apache.hc.client5.http.auth.AuthScope;
import org.apache.hc.client5.http.auth.UsernamePasswordCredentials;
import org.apache.hc.client5.http.impl.auth.BasicCredentialsProvider;
import org.apache.hc.client5.http.protocol.HttpClientContext;

/** Credentials for a server that asks for some. */
final class TestLogin {

    private TestLogin() {}

    static HttpClientContext context(LoopbackServer server) {
        BasicCredentialsProvider credentials = new BasicCredentialsProvider();
        credentials.setCredentials(
                new AuthScope(null, server.port()), new UsernamePasswordCredentials("alice", "secret".toCharArray()));
        HttpClientContext context = HttpClientContext.create();
        context.setCredentialsProvider(credentials);
        return context;
    }
}
