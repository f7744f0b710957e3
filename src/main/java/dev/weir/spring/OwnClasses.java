package dev.weir.spring;

import java.util.List;
import java.util.Optional;

/** Knows the classes of the application from those of its libraries, by its packages. */
final class OwnClasses {

    /** Where requests of blocking clients are made. */
    private static final String CLIENTS = "org.springframework.web.client.";

    private final List<String> packages;

    /**
     * Creates it.
     *
     * @param packages those of the application; it has no classes in the unnamed one
     */
    OwnClasses(List<String> packages) {
        this.packages = packages.stream().filter(name -> !name.isEmpty()).toList();
    }

    boolean has(String type) {
        return packages.stream().anyMatch(each -> type.startsWith(each) && type.startsWith(".", each.length()));
    }

    /** Returns the line of the application that makes the request of a blocking client on the calling thread. */
    Optional<String> callSite() {
        return StackWalker.getInstance()
                .walk(frames -> frames.dropWhile(frame -> !frame.getClassName().startsWith(CLIENTS))
                        .filter(frame -> has(frame.getClassName()) && frame.getLineNumber() > 0)
                        .findFirst()
                        .map(frame -> frame.getClassName() + "." + frame.getMethodName() + "(" + frame.getFileName()
                                + ":" + frame.getLineNumber() + ")"));
    }
}
