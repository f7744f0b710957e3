package dev.weir.build;

import static java.util.stream.Collectors.joining;

import dev.weir.HttpPool;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What programs can see of Weir: a line for each public or protected type and member of the packages that have Javadoc, with
 * the values of constants and what may be null. Left out is what the language writes by itself (the constructor of a record,
 * {@code values} and {@code valueOf} of an enum), and what a type above has already, such as {@code toString}.
 */
final class ApiSignatures {

    private static final String CLASS = ".class";

    private ApiSignatures() {}

    static Set<String> current() {
        Set<String> lines = new TreeSet<>();
        publicTypes().forEach(type -> linesOf(type).forEach(lines::add));
        return lines;
    }

    /** Returns the packages that have public types. */
    static Set<String> packages() {
        return publicTypes().map(Class::getPackageName).collect(Collectors.toCollection(TreeSet::new));
    }

    private static Stream<Class<?>> publicTypes() {
        return classNames()
                .filter(ApiSignatures::isApi)
                .<Class<?>>map(ApiSignatures::load)
                .filter(ApiSignatures::isReachable);
    }

    // A directory in unit tests, the packaged jar in integration tests.
    private static Stream<String> classNames() {
        Path place = BareJvm.locationOf(HttpPool.class);
        try {
            if (Files.isDirectory(place)) {
                return classNames(place);
            }
            try (FileSystem jar = FileSystems.newFileSystem(place)) {
                return classNames(jar.getPath("/"));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Stream<String> classNames(Path root) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            return files
                    .map(file -> root.relativize(file).toString())
                    .filter(file -> file.endsWith(CLASS) && !file.endsWith("-info" + CLASS))
                    .map(file -> file.substring(0, file.length() - CLASS.length())
                            .replace(root.getFileSystem().getSeparator(), "."))
                    .toList()
                    .stream();
        }
    }

    private static boolean isApi(String name) {
        return !name.startsWith("dev.weir.internal.") && !name.startsWith("dev.weir.engine.");
    }

    private static Class<?> load(String name) {
        try {
            return Class.forName(name, false, ApiSignatures.class.getClassLoader());
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    static boolean isReachable(Class<?> type) {
        Class<?> outer = type.getDeclaringClass();
        return isVisible(type.getModifiers()) && (outer == null || isReachable(outer));
    }

    static Stream<String> linesOf(Class<?> type) {
        Stream<String> members = sources(type).stream()
                .flatMap(source -> Stream.of(
                                source.getDeclaredFields(),
                                source.getDeclaredConstructors(),
                                source.getDeclaredMethods())
                        .<AccessibleObject>flatMap(Arrays::stream)
                        .filter(member -> source == type || member instanceof Method)
                        .filter(member -> isVisible((Member) member) && !isImplied(member))
                        .map(member -> line(type, member)));
        return Stream.concat(Stream.of(header(type)), members);
    }

    /** The type, and the types above it that programs cannot see but whose methods they can call. */
    private static Set<Class<?>> sources(Class<?> type) {
        Set<Class<?>> sources = new LinkedHashSet<>(Set.of(type));
        Stream.concat(Stream.ofNullable(type.getSuperclass()), Arrays.stream(type.getInterfaces()))
                .filter(above -> above.getName().startsWith("dev.weir.") && !isReachable(above))
                .forEach(above -> sources.addAll(sources(above)));
        return sources;
    }

    private static boolean isImplied(AccessibleObject member) {
        if (member instanceof Method method) {
            return isOfEnum(method) || isAbove(method.getDeclaringClass(), method);
        }
        return member instanceof Constructor<?> constructor
                && constructor.getDeclaringClass().isRecord()
                && constructor.getParameterCount()
                        == constructor.getDeclaringClass().getRecordComponents().length;
    }

    private static boolean isOfEnum(Method method) {
        return method.getDeclaringClass().isEnum()
                && Modifier.isStatic(method.getModifiers())
                && Set.of("values", "valueOf").contains(method.getName());
    }

    /** Whether a type above, of Weir's API or of somebody else's, has a method of the same kind. */
    private static boolean isAbove(Class<?> type, Method method) {
        return Stream.concat(Stream.ofNullable(type.getSuperclass()), Arrays.stream(type.getInterfaces()))
                .anyMatch(above -> declares(above, method) || isAbove(above, method));
    }

    private static boolean declares(Class<?> type, Method method) {
        return (isReachable(type) || !type.getName().startsWith("dev.weir."))
                && Arrays.stream(type.getDeclaredMethods())
                        .anyMatch(each -> isVisible((Member) each)
                                && each.getName().equals(method.getName())
                                && Arrays.equals(each.getParameterTypes(), method.getParameterTypes()));
    }

    private static boolean isVisible(Member member) {
        return isVisible(member.getModifiers()) && !member.isSynthetic();
    }

    private static boolean isVisible(int modifiers) {
        return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
    }

    private static String header(Class<?> type) {
        String kind = type.isInterface() ? "interface" : type.isEnum() ? "enum" : type.isRecord() ? "record" : "class";
        String above = Stream.concat(
                        Stream.ofNullable(type.getGenericSuperclass()), Arrays.stream(type.getGenericInterfaces()))
                .map(Type::getTypeName)
                .filter(name -> !name.equals("java.lang.Object"))
                .collect(joining(", "));
        return type.getName() + " : "
                + words(modifiers(type.getModifiers()), type.isSealed() ? "sealed" : "", kind, type.getTypeName())
                + (above.isEmpty() ? "" : " extends " + above);
    }

    private static String line(Class<?> owner, AccessibleObject member) {
        String text = member instanceof Field field ? field(field) : executable(owner, (Executable) member);
        return owner.getName() + " : " + text;
    }

    private static String field(Field field) {
        String modifiers = modifiers(field.getModifiers());
        String type = field.getGenericType().getTypeName();
        return words(modifiers, type, field.getName()) + value(field) + nullness(field.getAnnotatedType(), "null");
    }

    /** Compilers copy such constants into programs, and they are defaults. */
    private static String value(Field field) {
        boolean isConstant = Modifier.isStatic(field.getModifiers()) && !field.isEnumConstant();
        Class<?> type = field.getType();
        boolean isPlain = type.isPrimitive() || type.isEnum() || type == String.class || type == Duration.class;
        if (!isConstant || !isPlain) {
            return "";
        }
        try {
            return " = " + field.get(null);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(field.toString(), e);
        }
    }

    private static String executable(Class<?> owner, Executable executable) {
        String text = executable.toGenericString();
        String declaring = executable.getDeclaringClass().getTypeName();
        int parameters = text.indexOf('(');
        String name = executable instanceof Method ? "." + executable.getName() : "";
        String before = text.substring(0, parameters - declaring.length() - name.length())
                .replaceAll("\\b(synchronized|strictfp|native) ", "");
        return before + owner.getTypeName() + name + text.substring(parameters) + nullness(executable);
    }

    private static String nullness(Executable executable) {
        AnnotatedType[] parameters = executable.getAnnotatedParameterTypes();
        String ofParameters = IntStream.range(0, parameters.length)
                .mapToObj(index -> nullness(parameters[index], "null as parameter " + (index + 1)))
                .collect(joining());
        return ofParameters + nullness(executable.getAnnotatedReturnType(), "null as result");
    }

    private static String nullness(AnnotatedType type, String words) {
        return type.isAnnotationPresent(Nullable.class) ? " [" + words + "]" : "";
    }

    private static String modifiers(int modifiers) {
        int seen = Modifier.PUBLIC | Modifier.PROTECTED | Modifier.STATIC | Modifier.FINAL | Modifier.ABSTRACT;
        return Modifier.toString(modifiers & seen);
    }

    private static String words(String... words) {
        return List.of(words).stream().filter(word -> !word.isEmpty()).collect(joining(" "));
    }
}
