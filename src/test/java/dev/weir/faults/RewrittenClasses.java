package dev.weir.faults;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.List;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * Loads classes a second time, some of them with other instructions than they were compiled to, so that a fault can be
 * injected.
 */
abstract class RewrittenClasses extends ClassLoader {

    private final List<String> packages;
    private final String hook;

    /**
     * Creates a loader.
     *
     * @param hook the class that the new instructions call, which is not loaded a second time
     * @param packages what the names of the classes begin with that are
     */
    RewrittenClasses(Class<?> hook, String... packages) {
        super(RewrittenClasses.class.getClassLoader());
        this.hook = hook.getName();
        this.packages = List.of(packages);
    }

    /** Tells whether the class at a place is rewritten, not only loaded again. */
    abstract boolean isRewritten(URL url);

    /** Returns what is put before the instructions of a method. */
    abstract MethodVisitor rewritten(String method, MethodVisitor next);

    @Override
    protected final Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (packages.stream().noneMatch(name::startsWith) || name.startsWith(hook)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> loaded = findLoadedClass(name);
            return loaded != null ? loaded : define(name);
        }
    }

    private Class<?> define(String name) throws ClassNotFoundException {
        URL url = getParent().getResource(name.replace('.', '/') + ".class");
        if (url == null) {
            throw new ClassNotFoundException(name);
        }
        try (InputStream stream = url.openStream()) {
            byte[] bytes = stream.readAllBytes();
            byte[] chosen = isRewritten(url) ? rewritten(bytes) : bytes;
            return defineClass(name, chosen, 0, chosen.length);
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }

    private byte[] rewritten(byte[] bytes) {
        ClassReader reader = new ClassReader(bytes);
        ClassWriter writer = new ClassWriter(reader, 0);
        reader.accept(new Rewriter(writer), 0);
        return writer.toByteArray();
    }

    private final class Rewriter extends ClassVisitor {
        Rewriter(ClassVisitor next) {
            super(Opcodes.ASM9, next);
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] exceptions) {
            return rewritten(name, super.visitMethod(access, name, descriptor, signature, exceptions));
        }
    }
}
