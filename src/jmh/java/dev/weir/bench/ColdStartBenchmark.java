package dev.weir.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Warmup;

/** What does a JVM need from its start to its first response, and to 2,000 responses? One JVM per iteration. */
@Warmup(iterations = 1)
@Measurement(iterations = 6)
public class ColdStartBenchmark extends LoadBenchmark {

    /** Without TLS, plain HttpClient reads the authorities of the JVM nonetheless. */
    @Param("https")
    public String scheme;

    /** Which client. */
    @Param({"plain HttpClient 5", "Weir"})
    public String client;

    @Override
    ServerTerms terms() {
        return ServerTerms.of(scheme);
    }

    /** Starts a JVM and reads what it says. */
    @Benchmark
    public void start(Figures figures) throws IOException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        ColdStartMain.class.getName(),
                        client,
                        server().uri().toString(),
                        server().certificate())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader lines = process.inputReader(StandardCharsets.US_ASCII)) {
            figures.firstWall = Double.parseDouble(lines.readLine());
            figures.firstCpu = Double.parseDouble(lines.readLine());
            figures.wall = Double.parseDouble(lines.readLine());
            figures.cpu = Double.parseDouble(lines.readLine());
            figures.memory = Double.parseDouble(lines.readLine());
        }
    }
}
