package dev.weir.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/**
 * Samples of what the threads of this JVM do but the one that measures, counted by {@link StackGroups}. From JDK 25 on Linux
 * on they are samples of CPU time, native code and the kernel included; elsewhere of Java code alone.
 */
final class Profile {

    private static final String BY_CPU_TIME = "jdk.CPUTimeSample";
    private static final String IN_JAVA = "jdk.ExecutionSample";
    private static final Duration PERIOD = Duration.ofMillis(10);

    private final Recording recording;

    private Profile(Recording recording) {
        this.recording = recording;
    }

    static Profile start() {
        Recording recording = new Recording();
        recording.enable(IN_JAVA).withPeriod(PERIOD);
        recording.enable(BY_CPU_TIME).with("throttle", "2ms");
        recording.start();
        return new Profile(recording);
    }

    /** Ends it; returns the number of samples of each group. */
    Map<String, Double> end() throws IOException {
        Path file = Files.createTempFile("weir-profile", ".jfr");
        try {
            recording.stop();
            recording.dump(file);
            return count(RecordingFile.readAllEvents(file));
        } finally {
            recording.close();
            Files.delete(file);
        }
    }

    private static Map<String, Double> count(List<RecordedEvent> events) {
        boolean knowsCpuTime = events.stream().anyMatch(event -> isOf(BY_CPU_TIME, event));
        return events.stream()
                .filter(event -> isOf(knowsCpuTime ? BY_CPU_TIME : IN_JAVA, event))
                .filter(event -> event.getStackTrace() != null)
                .map(Profile::classNames)
                .filter(classes -> !classes.contains(ClientMain.class.getName()))
                .map(StackGroups::of)
                .collect(
                        Collectors.groupingBy(Function.identity(), TreeMap::new, Collectors.summingDouble(group -> 1)));
    }

    private static boolean isOf(String kind, RecordedEvent event) {
        return event.getEventType().getName().equals(kind);
    }

    private static List<String> classNames(RecordedEvent event) {
        return event.getStackTrace().getFrames().stream()
                .map(frame -> frame.getMethod().getType().getName())
                .toList();
    }
}
