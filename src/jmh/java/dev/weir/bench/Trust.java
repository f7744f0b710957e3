package dev.weir.bench;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.Base64;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * Trusts one certificate and nothing else.
 *
 * @param certificate in Base64; empty to trust nobody
 */
public record Trust(String certificate) {

    /**
     * Returns a context that resumes no session of another one.
     *
     * @return the context
     * @throws GeneralSecurityException if the certificate cannot be used
     * @throws IOException if it cannot be read
     */
    public SSLContext newContext() throws GeneralSecurityException, IOException {
        KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
        trusted.load(null, null);
        if (!certificate.isEmpty()) {
            byte[] encoded = Base64.getDecoder().decode(certificate);
            trusted.setCertificateEntry(
                    "server",
                    CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(encoded)));
        }
        TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, managers.getTrustManagers(), null);
        return context;
    }
}
