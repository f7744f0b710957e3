package dev.weir.faults;

import java.net.URL;
import net.bytebuddy.jar.asm.Handle;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/**
 * Loads HttpCore's reactor a second time, and the library and the tests with it, so that each object and array that the
 * reactor makes passes {@link Allocations} and can fail: an {@code Error} in HttpCore's own code, which ends an I/O thread.
 */
final class FailingReactor extends RewrittenClasses {

    private static final String REACTOR = "/org/apache/hc/core5/reactor/";
    private static final String HOOK = Allocations.class.getName().replace('.', '/');

    FailingReactor() {
        super(Allocations.class, "dev.weir.", "org.apache.hc.");
    }

    @Override
    boolean isRewritten(URL url) {
        return url.toString().contains(REACTOR);
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
        public void visitInvokeDynamicInsn(String name, String descriptor, Handle handle, Object... arguments) {
            pass();
            super.visitInvokeDynamicInsn(name, descriptor, handle, arguments);
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            if (owner.startsWith("java/util/") && name.equals("iterator")) {
                pass();
            }
            super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
        }
    }
}
