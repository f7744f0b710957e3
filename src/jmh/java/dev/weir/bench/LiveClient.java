package dev.weir.bench;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A JVM with one client, which sends when it is told to. Not thread-safe. */
final class LiveClient implements Closeable {

    private final String name;
    private final Process process;
    private final BufferedReader answers;
    private final Writer turns;

    LiveClient(String name, Process process) {
        this.name = name;
        this.process = process;
        this.answers = process.inputReader(StandardCharsets.UTF_8);
        this.turns = process.outputWriter(StandardCharsets.US_ASCII);
    }

    /** Has its callers send for a time that does not count. */
    Slice warmUp(long nanos) throws IOException {
        return turn(-nanos);
    }

    /** Has its callers send for a time that counts. */
    Slice measure(long nanos) throws IOException {
        return turn(nanos);
    }

    private Slice turn(long nanos) throws IOException {
        turns.write(nanos + "\n");
        turns.flush();
        return Slice.of(answer());
    }

    /** Ends it; returns the figures of all measured turns. */
    Map<String, Double> end() throws IOException {
        turns.close();
        return answer();
    }

    private Map<String, Double> answer() throws IOException {
        List<String> lines = new ArrayList<>();
        for (String line = answers.readLine(); line != null; line = answers.readLine()) {
            if (line.equals(ClientMain.DONE)) {
                return FigureLine.read(lines);
            }
            lines.add(line);
        }
        throw new IOException("The JVM of the client " + name + " has failed:\n" + String.join("\n", lines));
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
