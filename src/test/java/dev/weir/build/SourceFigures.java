package dev.weir.build;

import static java.util.Objects.requireNonNull;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * What one source file consists of.
 *
 * @param packageName its package
 * @param name its top-level type
 * @param codeLines its lines without blank ones and comments
 * @param longLines its lines of more than 125 columns
 * @param types the types in it that are no classes without a name
 * @param isPublic whether its top-level type is public
 * @param methods its methods and constructors
 * @param fields its instance fields, components of records included
 * @param finalFields those of them that are final
 * @param mentions the simple names that its code mentions, comments and imports left out
 */
record SourceFigures(
        String packageName,
        String name,
        int codeLines,
        int longLines,
        int types,
        boolean isPublic,
        List<MethodFigures> methods,
        int fields,
        int finalFields,
        Set<String> mentions) {

    /**
     * What one method consists of.
     *
     * @param lines from its signature to its last brace
     * @param nesting how deep its branches and loops lie in each other
     * @param parameters how many it takes, none for a constructor of a record
     */
    record MethodFigures(int lines, int nesting, int parameters) {}

    private static final int COLUMNS = 125;

    private static final Pattern COMMENT = Pattern.compile(
            "(\"\"\"[\\s\\S]*?\"\"\"|\"(?:\\\\.|[^\"\\\\\\n])*+\"|'(?:\\\\.|[^'\\\\])*+')|/\\*[\\s\\S]*?\\*/|//[^\\n]*");

    private static final class Weir {
        static final List<SourceFigures> ALL = below(Path.of("src/main/java"));
    }

    /** Returns those of all sources of Weir, which are parsed once. */
    static List<SourceFigures> ofWeir() {
        return Weir.ALL;
    }

    /** Parses all sources below a directory, in the order of their paths. */
    static List<SourceFigures> below(Path directory) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            JavacTask task = (JavacTask) compiler.getTask(
                    null,
                    files,
                    null,
                    List.of("-proc:none"),
                    null,
                    files.getJavaFileObjectsFromPaths(sources(directory)));
            List<SourceFigures> figures = new ArrayList<>();
            for (CompilationUnitTree unit : task.parse()) {
                figures.add(of(unit, Trees.instance(task)));
            }
            return figures;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Path> sources(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .filter(file -> !file.endsWith("package-info.java"))
                    .sorted()
                    .toList();
        }
    }

    private static SourceFigures of(CompilationUnitTree unit, Trees trees) throws IOException {
        String text = unit.getSourceFile().getCharContent(true).toString();
        SourceScanner seen = new SourceScanner(unit, trees.getSourcePositions());
        seen.scan(unit.getTypeDecls(), 0);
        return new SourceFigures(
                requireNonNull(unit.getPackageName()).toString(),
                seen.name(),
                codeLines(text),
                (int) text.lines().filter(line -> line.length() > COLUMNS).count(),
                seen.types(),
                seen.isPublic(),
                seen.methods(),
                seen.fields(),
                seen.finalFields(),
                seen.mentions());
    }

    private static int codeLines(String text) {
        String code = COMMENT.matcher(text).replaceAll(found -> found.group(1) == null ? "" : "x");
        return (int) code.lines().filter(line -> !line.isBlank()).count();
    }
}
