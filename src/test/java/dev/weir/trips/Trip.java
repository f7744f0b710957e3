package dev.weir.trips;

import com.sun.jdi.Bootstrap;
import com.sun.jdi.Method;
import com.sun.jdi.ReferenceType;
import com.sun.jdi.ThreadReference;
import com.sun.jdi.VMDisconnectedException;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.connect.LaunchingConnector;
import com.sun.jdi.event.BreakpointEvent;
import com.sun.jdi.event.ClassPrepareEvent;
import com.sun.jdi.event.Event;
import com.sun.jdi.event.EventSet;
import com.sun.jdi.event.MethodEntryEvent;
import com.sun.jdi.request.BreakpointRequest;
import com.sun.jdi.request.ClassPrepareRequest;
import com.sun.jdi.request.EventRequest;
import com.sun.jdi.request.MethodEntryRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The methods of Weir that one thread enters on its way through a piece of a program, in their order: told by a debugger
 * that watches the program in a JVM of its own. The way is what lies between two calls of the program's main class, of
 * methods named {@code begin} and {@code end}. Constructors count, and bodies of lambdas; what the compiler has made besides
 * does not.
 *
 * @param calls class and method
 * @param clockReads how often it reads a clock, in whatever code
 */
record Trip(List<String> calls, int clockReads) {

    private static final Set<String> CLOCKS = Set.of("nanoTime", "currentTimeMillis");

    static Trip of(Class<?> program, String argument) throws Exception {
        LaunchingConnector connector = Bootstrap.virtualMachineManager().defaultConnector();
        Map<String, Connector.Argument> arguments = connector.defaultArguments();
        arguments.get("options").setValue("-cp " + System.getProperty("java.class.path"));
        arguments.get("main").setValue(program.getName() + " " + argument);
        VirtualMachine machine = connector.launch(arguments);
        machine.process().getErrorStream().close();
        return new Watch(machine, program.getName()).trip();
    }

    long classes() {
        return calls.stream().map(Trip::type).distinct().count();
    }

    long packages() {
        return calls.stream().map(Trip::packageOf).distinct().count();
    }

    /** Returns how often the next method is one of another package. */
    long changesOfPackage() {
        long changes = 0;
        for (int i = 1; i < calls.size(); i++) {
            changes += packageOf(calls.get(i)).equals(packageOf(calls.get(i - 1))) ? 0 : 1;
        }
        return changes;
    }

    static String type(String call) {
        return call.substring(0, call.indexOf('#'));
    }

    static String packageOf(String call) {
        return call.substring(0, type(call).lastIndexOf('.'));
    }

    /** A debugger's look at a JVM. For one thread. */
    private static final class Watch {
        private final VirtualMachine machine;
        private final String program;
        private final List<String> calls = new ArrayList<>();
        private int clockReads;
        private @Nullable MethodEntryRequest entries;
        private boolean isOver;

        Watch(VirtualMachine machine, String program) {
            this.machine = machine;
            this.program = program;
        }

        Trip trip() throws InterruptedException {
            ClassPrepareRequest loading = machine.eventRequestManager().createClassPrepareRequest();
            loading.addClassFilter(program);
            loading.setSuspendPolicy(EventRequest.SUSPEND_EVENT_THREAD);
            loading.enable();
            try {
                while (!isOver) {
                    EventSet events = machine.eventQueue().remove();
                    events.forEach(this::see);
                    events.resume();
                }
            } catch (VMDisconnectedException e) {
                throw new IllegalStateException("The program ended before its trip did", e);
            } finally {
                machine.process().destroy();
            }
            return new Trip(calls, clockReads);
        }

        private void see(Event event) {
            if (event instanceof ClassPrepareEvent loaded) {
                stopAt(loaded.referenceType(), "begin");
                stopAt(loaded.referenceType(), "end");
            } else if (event instanceof BreakpointEvent stop) {
                isOver = stop.location().method().name().equals("end");
                watch(stop.thread());
            } else if (event instanceof MethodEntryEvent entry) {
                note(entry.method());
            }
        }

        // A breakpoint, because a JVM that tells of methods compiles none: it is to do so for the trip alone.
        private void stopAt(ReferenceType type, String method) {
            BreakpointRequest stop = machine.eventRequestManager()
                    .createBreakpointRequest(type.methodsByName(method).get(0).location());
            stop.setSuspendPolicy(EventRequest.SUSPEND_EVENT_THREAD);
            stop.enable();
        }

        private void note(Method method) {
            String type = method.declaringType().name();
            if (type.equals(System.class.getName())) {
                clockReads += CLOCKS.contains(method.name()) ? 1 : 0;
            } else {
                noteCall(type, method);
            }
        }

        private void noteCall(String type, Method method) {
            boolean isMade = method.isStaticInitializer()
                    || type.contains("$$Lambda")
                    || method.isBridge()
                    || (method.isSynthetic() && !method.name().startsWith("lambda$"));
            if (!isMade) {
                calls.add(type + "#" + method.name());
            }
        }

        private void watch(ThreadReference thread) {
            if (entries == null) {
                entries = entriesOf(thread, "dev.weir.*");
                entries.addClassExclusionFilter("dev.weir.trips.*");
                entries.addClassExclusionFilter("dev.weir.testserver.*");
                entries.enable();
                entriesOf(thread, System.class.getName()).enable();
            }
        }

        private MethodEntryRequest entriesOf(ThreadReference thread, String types) {
            MethodEntryRequest request = machine.eventRequestManager().createMethodEntryRequest();
            request.addThreadFilter(thread);
            request.addClassFilter(types);
            request.setSuspendPolicy(EventRequest.SUSPEND_NONE);
            return request;
        }
    }
}
