package auth;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;

/** A self-signed certificate and its key, as a key store and as PEM files. */
final class Certificate {

    private static final char[] PASSWORD = "loopback".toCharArray();

    private final KeyStore store;

    private Certificate(KeyStore store) {
        this.store = store;
    }

    /** Makes {@code <name>.p12}, {@code <name>.crt} and {@code <name>.key} in the directory given. */
    static Certificate create(Path directory, String name)
            throws IOException, InterruptedException, GeneralSecurityException {
        Path file = directory.resolve(name + ".p12");
        keytool(name, file);
        Certificate certificate = new Certificate(KeyStore.getInstance(file.toFile(), PASSWORD));
        certificate.write(directory, name);
        return certificate;
    }

    KeyStore store() {
        return store;
    }

    /** The certificate without its key. */
    KeyStore trust() throws GeneralSecurityException, IOException {
        KeyStore trust = KeyStore.getInstance("PKCS12");
        trust.load(null, null);
        trust.setCertificateEntry("identity", store.getCertificate("identity"));
        return trust;
    }

    char[] password() {
        return PASSWORD.clone();
    }

    private static void keytool(String name, Path file) throws IOException, InterruptedException {
        String tool = System.getProperty("java.home") + File.separator + "bin" + File.separator + "keytool";
        String options = "-genkeypair -keyalg EC -groupname secp256r1 -startdate -1d -validity 30 -storetype PKCS12"
                + " -alias identity -storepass loopback -ext san=ip:127.0.0.1 -dname CN=" + name + " -keystore " + file;
        ProcessBuilder builder = new ProcessBuilder((tool + " " + options).split(" "));
        Process process = builder.redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException("keytool failed: " + output);
        }
    }

    private void write(Path directory, String name) throws IOException, GeneralSecurityException {
        pem(directory.resolve(name + ".crt"), "CERTIFICATE", store.getCertificate("identity").getEncoded());
        pem(directory.resolve(name + ".key"), "PRIVATE KEY", store.getKey("identity", PASSWORD).getEncoded());
    }

    private static void pem(Path file, String kind, byte[] content) throws IOException {
        String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
        Files.write(file, List.of("-----BEGIN " + kind + "-----", text, "-----END " + kind + "-----"));
    }
}
