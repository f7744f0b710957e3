package dev.weir.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What does a JVM need from its start to its first response, and to 2,000 responses? A JVM per client and iteration; they take
 * turns at being the first.
 */
@Warmup(iterations = 1)
@Measurement(iterations = 6)
public class ColdStartBenchmark extends LoadBenchmark {

    /** Without TLS, plain HttpClient reads the authorities of the JVM nonetheless. */
    @Param("https")
    public String scheme;

    private boolean weirFirst;

    /** Times in nanoseconds, memory in bytes. */
    @AuxCounters(AuxCounters.Type.EVENTS)
    @State(Scope.Thread)
    public static class Pair {
        public double firstWallOfPlain, firstCpuOfPlain, wallOfPlain, cpuOfPlain, memoryOfPlain;
        public double firstWallOfWeir, firstCpuOfWeir, wallOfWeir, cpuOfWeir, memoryOfWeir;
    }

    @Override
    ServerTerms terms() {
        return ServerTerms.of(scheme);
    }

    /** Starts a JVM for each client, one after the other. */
    @Benchmark
    public void start(Pair pair) throws IOException {
        weirFirst = !weirFirst;
        double[] first = figures(weirFirst ? "Weir" : "plain");
        double[] second = figures(weirFirst ? "plain" : "Weir");
        double[] plain = weirFirst ? second : first;
        pair.firstWallOfPlain = plain[0];
        pair.firstCpuOfPlain = plain[1];
        pair.wallOfPlain = plain[2];
        pair.cpuOfPlain = plain[3];
        pair.memoryOfPlain = plain[4];
        double[] weir = weirFirst ? first : second;
        pair.firstWallOfWeir = weir[0];
        pair.firstCpuOfWeir = weir[1];
        pair.wallOfWeir = weir[2];
        pair.cpuOfWeir = weir[3];
        pair.memoryOfWeir = weir[4];
    }

    /** Starts a JVM and reads what it says. */
    private double[] figures(String client) throws IOException {
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
            return lines.lines().mapToDouble(Double::parseDouble).toArray();
        }
    }
}
