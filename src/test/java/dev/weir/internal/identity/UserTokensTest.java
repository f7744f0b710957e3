package dev.weir.internal.identity;

import static dev.weir.internal.identity.Contexts.DIRECT;
import static dev.weir.internal.identity.Contexts.OTHER;
import static dev.weir.internal.identity.Contexts.PROXY;
import static dev.weir.internal.identity.Contexts.SHOP;
import static dev.weir.internal.identity.Contexts.TUNNEL;
import static dev.weir.internal.identity.Contexts.answered;
import static dev.weir.internal.identity.Contexts.beginning;
import static dev.weir.internal.identity.Contexts.bound;
import static dev.weir.internal.identity.Contexts.empty;
import static dev.weir.internal.identity.Contexts.perRequest;
import static dev.weir.internal.identity.Contexts.to;
import static org.assertj.core.api.Assertions.assertThat;

import dev.weir.internal.identity.Contexts.User;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class UserTokensTest {

    private final UserTokens tokens = new UserTokens(false);

    /** What a response says of the connection on which it has come. */
    @Nested
    class AfterAResponse {
        @Test
        void areThePrincipalsOfUsersThatHaveLoggedIn() {
            HttpClientContext alice = answered(bound(empty(), SHOP, "alice"), 200);

            assertThat(tokens.getUserToken(DIRECT, to(SHOP), alice)).isEqualTo(new User("alice"));
        }

        @Test
        void areNoneOfSchemesThatLogInEachRequest() {
            HttpClientContext alice = answered(perRequest(empty(), SHOP, "alice"), 200);

            assertThat(tokens.getUserToken(DIRECT, to(SHOP), alice)).isNull();
        }

        @Test
        void areNoneOfSchemesThatNameNoUser() {
            HttpClientContext somebody = answered(bound(empty(), SHOP, null), 200);

            assertThat(tokens.getUserToken(DIRECT, to(SHOP), somebody)).isNull();
        }

        @Test
        void areNoneOfUsersThatWereRefused() {
            HttpClientContext mallory = answered(bound(empty(), SHOP, "alice"), 401);

            assertThat(tokens.getUserToken(DIRECT, to(SHOP), mallory)).isNull();
        }

        @Test
        void nameBothWhoLogInAtTheServerAndTheProxy() {
            Object both = tokens.getUserToken(TUNNEL, to(SHOP), atBoth("alice", "service"));
            Object same = tokens.getUserToken(TUNNEL, to(SHOP), atBoth("alice", "service"));
            Object other = tokens.getUserToken(TUNNEL, to(SHOP), atBoth("alice", "bob"));

            assertThat(both).isNotNull().isEqualTo(same).isNotEqualTo(other).isNotEqualTo(new User("alice"));
        }

        private static HttpClientContext atBoth(String target, String proxy) {
            return answered(bound(bound(empty(), SHOP, target), PROXY, proxy), 200);
        }
    }

    /** With which token a hop leases its connection. */
    @Nested
    class BeforeARequest {
        @Test
        void areNoneOfALoginUnderWay() {
            HttpClientContext alice = beginning(empty(), SHOP, "alice");

            tokens.renew(DIRECT, to(SHOP), alice);

            assertThat(alice.getUserToken()).isNull();
        }

        @Test
        void doNotGoOnToAnotherHost() {
            HttpClientContext alice = answered(bound(empty(), OTHER, "alice"), 200);
            alice.setUserToken(tokens.getUserToken(new HttpRoute(OTHER), to(OTHER), alice));

            tokens.renew(DIRECT, to(SHOP), alice);

            assertThat(alice.getUserToken()).isNull();
        }
    }
}
