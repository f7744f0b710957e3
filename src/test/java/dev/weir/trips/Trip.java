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
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The methods of Weir that threads enter on the way through a piece of a program, in their order: told by a debugger that
 * watches the program in a JVM of its own. The way is what lies between two calls of the program's main class, of methods
 * named {@code begin} and {@code end}. Constructors count, and bodies of lambdas; what the compiler has made besides does
 * not.
 *
 * @param calls class and method
 * @param clockReads how often the thread that calls {@code begin} reads a clock, in whatever code
 * @param threads how many of the calls each thread makes, by its name
 */
record Trip(List<String> calls, int clockReads, Map<String, Integer> threads) {

    private static final Set<String> CLOCKS = Set.of("nanoTime", "currentTimeMillis");

    /** Follows the thread that calls {@code begin}. */
    static Trip of(Class<?> program, String argument) throws Exception {
        return of(program, argument, null);
    }

    /** Follows the threads whose names begin so, too. */
    static Trip beside(String threads, Class<?> program, String argument) throws Exception {
        return of(program, argument, threads);
    }

    private static Trip of(Class<?> program, String argument, @Nullable String others) throws Exception {
        LaunchingConnector connector = Bootstrap.virtualMachineManager().defaultConnector();
        Map<String, Connector.Argument> arguments = connector.defaultArguments();
        arguments.get("options").setValue("-cp " + System.getProperty("java.class.path"));
        arguments.get("main").setValue(program.getName() + " " + argument);
        VirtualMachine machine = connector.launch(arguments);
        machine.process().getErrorStream().close();
        return new Watch(machine, program.getName(), others).trip();
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
        // The beginning of the names of other threads; null for none.
        private final @Nullable String others;
        private final List<String> calls = new ArrayList<>();
        private final Map<String, Integer> threads = new TreeMap<>();
        private int clockReads;
        private @Nullable ThreadReference own;
        private @Nullable MethodEntryRequest entries;
        private boolean isOver;

        Watch(VirtualMachine machine, String program, @Nullable String others) {
            this.machine = machine;
            this.program = program;
            this.others = others;
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
            return new Trip(calls, clockReads, threads);
        }

        private void see(Event event) {
            if (event instanceof ClassPrepareEvent loaded) {
                stopAt(loaded.referenceType(), "begin");
                stopAt(loaded.referenceType(), "end");
            } else if (event instanceof BreakpointEvent stop) {
                isOver = stop.location().method().name().equals("end");
                watch(stop.thread());
            } else if (event instanceof MethodEntryEvent entry) {
                note(entry.method(), entry.thread());
            }
        }

        // A breakpoint, because a JVM that tells of methods compiles none: it is to do so for the trip alone.
        private void stopAt(ReferenceType type, String method) {
            BreakpointRequest stop = machine.eventRequestManager()
                    .createBreakpointRequest(type.methodsByName(method).get(0).location());
            stop.setSuspendPolicy(EventRequest.SUSPEND_EVENT_THREAD);
            stop.enable();
        }

        private void note(Method method, ThreadReference thread) {
            String type = method.declaringType().name();
            if (type.equals(System.class.getName())) {
                clockReads += CLOCKS.contains(method.name()) ? 1 : 0;
            } else {
                noteCall(type, method, thread);
            }
        }

        private void noteCall(String type, Method method, ThreadReference thread) {
            boolean isFollowed =
                    thread.equals(own) || (others != null && thread.name().startsWith(others));
            boolean isMade = method.isStaticInitializer()
                    || type.contains("$$Lambda")
                    || method.isBridge()
                    || (method.isSynthetic() && !method.name().startsWith("lambda$"));
            if (isFollowed && !isMade) {
                calls.add(type + "#" + method.name());
                threads.merge(thread.name(), 1, Integer::sum);
            }
        }

        private void watch(ThreadReference thread) {
            if (entries == null) {
                entries = entriesOf("dev.weir.*");
                entries.addClassExclusionFilter("dev.weir.trips.*");
                entries.addClassExclusionFilter("dev.weir.testserver.*");
                own = thread;
                if (others == null) {
                    entries.addThreadFilter(thread);
                }
                entries.enable();
                MethodEntryRequest clocks = entriesOf(System.class.getName());
                clocks.addThreadFilter(thread);
                clocks.enable();
            }
        }

        private MethodEntryRequest entriesOf(String types) {
            MethodEntryRequest request = machine.eventRequestManager().createMethodEntryRequest();
            request.addClassFilter(types);
            request.setSuspendPolicy(EventRequest.SUSPEND_NONE);
            return request;
        }
    }
}
