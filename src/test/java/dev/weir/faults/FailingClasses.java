package dev.weir.faults;

import dev.weir.HttpPool;
import java.net.URL;
import java.util.Set;
import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * Loads the classes of the library a second time, and the tests with them, so that each allocation of the library passes
 * {@link Allocations} and can fail: each object and array that it makes, each lambda and concatenation, each line of the
 * log, and each call of the JDK that adds to a collection, makes a string or a stream, or waits. Two kinds are left out.
 * What fails in the initializer of a class makes the class unusable, by the rules of the language. Locks need memory only
 * when threads meet at them, and from JDK 21 on they do without.
 */
public final class FailingClasses extends RewrittenClasses {

    private static final String LIBRARY =
            HttpPool.class.getProtectionDomain().getCodeSource().getLocation().toString();
    private static final String HOOK = Allocations.class.getName().replace('.', '/');
    private static final String LOG = "org/slf4j/Logger";
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
            "spliterator",
            "stream",
            "filter",
            "map",
            "flatMap",
            "sorted",
            "collect",
            "toArray",
            "toList",
            "keySet",
            "values",
            "entrySet",
            "valueOf",
            "increment",
            "toString",
            "substring",
            "getBytes",
            "split",
            "join",
            "toUpperCase",
            "toLowerCase",
            "getStackTrace",
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
        super(Allocations.class, "dev.weir.");
    }

    @Override
    boolean isRewritten(URL url) {
        return url.toString().contains(LIBRARY);
    }

    @Override
    MethodVisitor rewritten(String method, MethodVisitor next) {
        return method.equals("<clinit>") ? next : new InstrumentedMethod(next);
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
            if (owner.equals(LOG) || (isOfJdk && ALLOCATING.contains(name))) {
                pass();
            }
            super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
        }
    }
}
