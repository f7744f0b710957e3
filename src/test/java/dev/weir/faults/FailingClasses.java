package dev.weir.faults;

import dev.weir.HttpPool;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.Set;
import net.bytebuddy.jar.asm.ClassReader;
import net.bytebuddy.jar.asm.ClassVisitor;
import net.bytebuddy.jar.asm.ClassWriter;
import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * Loads the classes of the library a second time, and the tests with them, so that each allocation of the library passes {@link Allocations}
 * and can fail: each object and array that it makes, each lambda, and each call of the JDK that adds to a collection or
 * waits. Initializers of classes are left out: what fails there makes the class unusable for ever, by the rules of the
 * language.
 * So are locks, which need memory when threads meet at them; from JDK 21 on they do without if they must.
 */
public final class FailingClasses extends ClassLoader {

    private static final String LIBRARY =
            HttpPool.class.getProtectionDomain().getCodeSource().getLocation().toString();
    private static final String HOOK = Allocations.class.getName().replace('.', '/');
    // Of java.util and its packages: what may make a node, a copy or a larger array.
    private static final Set<String> ALLOCATING = Set.of(
            "add",
            "addAll",
            "addFirst",
            "addLast",
            "put",
            "putIfAbsent",
            "computeIfAbsent",
            "compute",
            "merge",
            "offer",
            "push",
            "of",
            "copyOf",
            "iterator",
            "stream",
            "toArray",
            "toList",
            "keySet",
            "values",
            "entrySet",
            "valueOf",
            "increment",
            "await",
            "awaitNanos",
            "execute",
            "start",
            "forEach",
            "format",
            "formatted",
            "concat");

    /** Creates a loader. */
    public FailingClasses() {
        super(FailingClasses.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (!name.startsWith("dev.weir.") || name.startsWith(Allocations.class.getName())) {
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
            byte[] chosen = url.toString().contains(LIBRARY) ? instrumented(bytes) : bytes;
            return defineClass(name, chosen, 0, chosen.length);
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
    }

    private static byte[] instrumented(byte[] bytes) {
        ClassReader reader = new ClassReader(bytes);
        ClassWriter writer = new ClassWriter(reader, 0);
        reader.accept(new Instrumented(writer), 0);
        return writer.toByteArray();
    }

    private static final class Instrumented extends ClassVisitor {
        Instrumented(ClassVisitor next) {
            super(Opcodes.ASM9, next);
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] exceptions) {
            MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
            return name.equals("<clinit>") ? next : new InstrumentedMethod(next);
        }
    }

    private static final class InstrumentedMethod extends MethodVisitor {
        InstrumentedMethod(MethodVisitor next) {
            super(Opcodes.ASM9, next);
        }

        private void pass() {
            super.visitMethodInsn(Opcodes.INVOKESTATIC, HOOK, "pass", "()V", false);
        }

        @Override
        public void visitTypeInsn(int opcode, String type) {
            super.visitTypeInsn(opcode, type);
            if (opcode == Opcodes.NEW || opcode == Opcodes.ANEWARRAY) {
                pass(); // behind it, because frames refer to where it stands
            }
        }

        @Override
        public void visitIntInsn(int opcode, int operand) {
            if (opcode == Opcodes.NEWARRAY) {
                pass();
            }
            super.visitIntInsn(opcode, operand);
        }

        @Override
        public void visitInvokeDynamicInsn(String name, String descriptor, Handle handle, Object... arguments) {
            if (!handle.getOwner().startsWith("java/lang/runtime/")) { // else it is the equals or hashCode of a record
                pass();
            }
            super.visitInvokeDynamicInsn(name, descriptor, handle, arguments);
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            boolean isOfJdk = owner.startsWith("java/util/") || owner.startsWith("java/lang/");
            if (isOfJdk && ALLOCATING.contains(name)) {
                pass();
            }
            super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
        }
    }
}
