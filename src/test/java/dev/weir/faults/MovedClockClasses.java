package dev.weir.faults;

import java.net.URL;
import net.bytebuddy.jar.asm.MethodVisitor;
import net.bytebuddy.jar.asm.Opcodes;

/** Loads the library and HttpClient a second time, so that their time of day is that of {@link WallClock}. */
final class MovedClockClasses extends RewrittenClasses {

    private static final String CLOCK = WallClock.class.getName().replace('.', '/');

    MovedClockClasses() {
        super(WallClock.class, "dev.weir.", "org.apache.hc.");
    }

    @Override
    boolean isRewritten(URL url) {
        return true;
    }

    @Override
    MethodVisitor rewritten(String method, MethodVisitor next) {
        return new MethodVisitor(Opcodes.ASM9, next) {
            @Override
            public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
                boolean isTime = owner.equals("java/lang/System") && name.equals("currentTimeMillis");
                super.visitMethodInsn(opcode, isTime ? CLOCK : owner, name, descriptor, isInterface);
            }
        };
    }
}
