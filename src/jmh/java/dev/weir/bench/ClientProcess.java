package dev.weir.bench;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs clients in JVMs of their own.
 *
 * @param javaHome the JDK of these JVMs
 * @param classPath their class path
 */
record ClientProcess(Path javaHome, String classPath) {

    private static final List<String> SETTINGS =
            List.of("-Xms512m", "-Xmx512m", "-XX:+UseG1GC", "-XX:-UseDynamicNumberOfCompilerThreads");

    /**
     * Finds the JVM.
     *
     * @throws IllegalArgumentException if the directory holds none
     */
    ClientProcess {
        if (!Files.isExecutable(java(javaHome))) {
            throw new IllegalArgumentException(
                    "jdk must be the home of a JDK, as /usr/lib/jvm/java-17, but has no bin/java: " + javaHome);
        }
    }

    /** Returns the same with classes that come before all others. */
    ClientProcess with(String classes) {
        if (!Files.exists(Path.of(classes))) {
            throw new IllegalArgumentException(
                    "before must be a jar or a directory of Weir's classes, as /tmp/old/classes, but there is none: "
                            + classes);
        }
        return new ClientProcess(javaHome, classes + File.pathSeparator + classPath);
    }

    private static Path java(Path home) {
        return home.resolve("bin").resolve("java");
    }

    /** Starts a client, whose callers wait for their turn. */
    LiveClient start(ClientTerms terms) throws IOException {
        return new LiveClient(
                terms.client(),
                new ProcessBuilder(command(terms)).redirectErrorStream(true).start());
    }

    private List<String> command(ClientTerms terms) {
        List<String> command = new ArrayList<>();
        command.add(java(javaHome).toString());
        command.addAll(SETTINGS);
        command.addAll(List.of("-cp", classPath, ClientMain.class.getName()));
        command.addAll(terms.arguments());
        return command;
    }
}
