package dev.weir.bench;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.Base64;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;

/**
 * Trusts one certificate and nothing else.
 *
 * @param certificate in Base64; empty to trust no server
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
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, managers().getTrustManagers(), null);
        return context;
    }

    /** Returns what decides, for clients that want it beside the context. */
    X509TrustManager manager() throws GeneralSecurityException, IOException {
        return (X509TrustManager) managers().getTrustManagers()[0];
    }

    private TrustManagerFactory managers() throws GeneralSecurityException, IOException {
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
        return managers;
    }
}
