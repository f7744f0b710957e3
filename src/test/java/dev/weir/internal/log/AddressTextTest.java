package dev.weir.internal.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnixDomainSocketAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;

class AddressTextTest {

    @Test
    void isTheLiteralWithoutTheNameThatWasLookedUp() throws UnknownHostException {
        InetAddress named = InetAddress.getByAddress("recs", new byte[] {10, 0, 0, 1});

        assertThat(AddressText.of(new InetSocketAddress(named, 443))).isEqualTo("10.0.0.1:443");
    }

    @Test
    void hasBracketsAroundAnAddressOfVersionSix() throws UnknownHostException {
        InetAddress address = InetAddress.getByName("2001:db8::1");

        assertThat(AddressText.of(new InetSocketAddress(address, 443))).isEqualTo("[2001:db8:0:0:0:0:0:1]:443");
    }

    @Test
    void leavesOutThePortThatIsAny() {
        assertThat(AddressText.of(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)))
                .isEqualTo("127.0.0.1");
    }

    @Test
    void isThatOfTheJdkWhereThereIsNoIpAddress() {
        InetSocketAddress unresolved = InetSocketAddress.createUnresolved("recs", 443);
        UnixDomainSocketAddress file = UnixDomainSocketAddress.of("/run/recs");

        assertThat(AddressText.of(unresolved)).isEqualTo(unresolved.toString());
        assertThat(AddressText.of(file)).isEqualTo("/run/recs");
    }
}
