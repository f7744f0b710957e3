package auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.web.client.RestClient;

/** Servers that require a certificate, called over a pool whose bundle has it and over one whose bundle only trusts them. */
class CertificatesTest extends Booted {

    @Test
    void showsTheCertificateOfThePool(@Autowired @Qualifier("bank") RestClient.Builder builder) {
        long before = leases("bank");

        assertThat(get(builder, BANK)).isEqualTo("CN=client");
        assertThat(get(builder, OLDER_BANK)).isEqualTo("CN=client");
        assertThat(leases("bank")).isEqualTo(before + 2);
    }

    @Test
    void failsInWordsWithoutACertificate(@Autowired @Qualifier("stranger") RestClient.Builder builder) {
        int before = BANK.served();

        assertThatThrownBy(() -> get(builder, BANK)).hasMessageContaining("Received fatal alert: bad_certificate");
        assertThat(BANK.served()).isEqualTo(before);
    }

    // There the refusal is part of the client's handshake; in TLS 1.3 it follows after.
    @Test
    void failsInWordsInTheHandshakeOfTls12(@Autowired @Qualifier("stranger") RestClient.Builder builder) {
        int before = OLDER_BANK.served();

        assertThatThrownBy(() -> get(builder, OLDER_BANK))
                .hasMessageContaining("Received fatal alert: bad_certificate");
        assertThat(OLDER_BANK.served()).isEqualTo(before);
    }

    private static String get(RestClient.Builder builder, Bank bank) {
        return String.valueOf(
                builder.build().get().uri(bank.address() + "/").retrieve().body(String.class));
    }
}
