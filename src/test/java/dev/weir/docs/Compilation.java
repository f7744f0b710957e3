package dev.weir.docs;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Compiles blocks of Java against the class path of the tests, into a directory. */
final class Compilation implements AutoCloseable {
    private final JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    private final StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null);
    private final Path directory;

    Compilation(Path directory) {
        this.directory = directory;
    }

    /** Returns what the compiler has to say; empty if it accepts the block without a warning. */
    String messages(Block block) {
        StringWriter messages = new StringWriter();
        List<String> options = List.of(
                "-classpath",
                System.getProperty("java.class.path"),
                "-d",
                directory.toString(),
                "-proc:none",
                "-Xlint:deprecation,unchecked,rawtypes,removal");
        boolean compiled = compiler.getTask(messages, files, null, options, null, List.of(source(block)))
                .call();
        return compiled || !messages.toString().isEmpty() ? messages.toString() : "failed without a message";
    }

    private static JavaFileObject source(Block block) {
        URI name = URI.create("string:///" + block.className() + ".java");
        return new SimpleJavaFileObject(name, JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return block.source();
            }
        };
    }

    @Override
    public void close() throws IOException {
        files.close();
    }
}
