package dev.weir.engine;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The protocol of {@link Gate}, {@link Inbox} and {@link Segment} as a machine of single steps, each of which reads or
 * writes one shared variable: explored in every order in which some threads can take them. Entries and threads are numbers.
 */
final class GateModel {

    /** What a thread does. */
    enum Role {
        /** Gives the entry with its own number back. */
        RELEASE,
        /** Leases an entry, or queues for one. */
        LEASE,
        /** Enters the gate for something that concerns no entry. */
        LOOK,
        /** Gives up for the first thread, which leases. */
        CANCEL,
        /** Closes the pool. */
        CLOSE
    }

    private enum Step {
        BEGIN,
        PUT,
        QUEUE_AT_GATE,
        TRY,
        PARKED,
        TAKE_IN_FIRST,
        ACT,
        OPEN,
        UNPARK,
        LOOK_AT_INBOX,
        TRY_AGAIN,
        TAKE_IN,
        OPEN_AGAIN,
        UNPARK_AGAIN,
        END
    }

    private static final int NOBODY = -1;

    private final List<Role> roles;
    private int gate = NOBODY;
    private boolean closed;
    private final List<Integer> parked = new ArrayList<>();
    private final List<Integer> inbox = new ArrayList<>();
    private final List<Integer> idle = new ArrayList<>();
    private final List<Integer> waiters = new ArrayList<>();
    private final Step[] at;
    private final boolean[] permit;
    private final boolean[] cancelled;
    // Per entry: the thread that holds it.
    private final int[] holder;

    GateModel(List<Role> roles) {
        this.roles = roles;
        at = new Step[roles.size()];
        permit = new boolean[roles.size()];
        cancelled = new boolean[roles.size()];
        holder = new int[roles.size()];
        for (int thread = 0; thread < roles.size(); thread++) {
            at[thread] = Step.BEGIN;
            holder[thread] = roles.get(thread) == Role.RELEASE ? thread : NOBODY;
        }
    }

    private GateModel(GateModel other) {
        roles = other.roles;
        gate = other.gate;
        closed = other.closed;
        parked.addAll(other.parked);
        inbox.addAll(other.inbox);
        idle.addAll(other.idle);
        waiters.addAll(other.waiters);
        at = other.at.clone();
        permit = other.permit.clone();
        cancelled = other.cancelled.clone();
        holder = other.holder.clone();
    }

    /** Takes every step in every order. Returns how many states there are; fails in one that must not be. */
    int explore() {
        Set<String> seen = new HashSet<>();
        Deque<GateModel> left = new ArrayDeque<>(List.of(this));
        while (!left.isEmpty()) {
            GateModel model = left.pop();
            if (!seen.add(model.toString())) {
                continue;
            }
            int before = left.size();
            for (int thread = 0; thread < roles.size(); thread++) {
                if (model.canGoOn(thread)) {
                    GateModel next = new GateModel(model);
                    next.step(thread);
                    left.push(next);
                }
            }
            if (left.size() == before) {
                model.checkEnd();
            }
        }
        return seen.size();
    }

    private boolean canGoOn(int thread) {
        return at[thread] != Step.END && (at[thread] != Step.PARKED || permit[thread]);
    }

    private void step(int thread) {
        Role role = roles.get(thread);
        at[thread] = switch (at[thread]) {
            case BEGIN -> tryEnter(thread) ? inside(role) : closedAt(role);
            case PUT -> {
                put(thread, role);
                yield afterPut(thread, role);
            }
            case QUEUE_AT_GATE -> {
                parked.add(thread);
                yield Step.TRY;
            }
            case TRY -> {
                if (!tryEnter(thread)) {
                    yield Step.PARKED;
                }
                parked.remove((Integer) thread);
                yield inside(role);
            }
            case PARKED -> {
                permit[thread] = false;
                yield Step.TRY;
            }
            case TAKE_IN_FIRST -> takeIn() ? Step.TAKE_IN_FIRST : Step.ACT;
            case ACT -> {
                act(thread, role);
                yield Step.OPEN;
            }
            case OPEN -> open(Step.UNPARK);
            case UNPARK, UNPARK_AGAIN -> unpark();
            case LOOK_AT_INBOX -> inbox.isEmpty() ? Step.END : Step.TRY_AGAIN;
            case TRY_AGAIN -> tryEnter(thread) ? Step.TAKE_IN : Step.END;
            case TAKE_IN -> takeIn() ? Step.TAKE_IN : Step.OPEN_AGAIN;
            case OPEN_AGAIN -> open(Step.UNPARK_AGAIN);
            case END -> throw new AssertionError("it has ended");
        };
    }

    private static Step inside(Role role) {
        return role == Role.LEASE ? Step.TAKE_IN_FIRST : Step.ACT;
    }

    private static Step closedAt(Role role) {
        return role == Role.RELEASE || role == Role.LEASE ? Step.PUT : Step.QUEUE_AT_GATE;
    }

    // A release puts its entry in, a lease takes one out.
    private void put(int thread, Role role) {
        if (role == Role.RELEASE) {
            holder[thread] = NOBODY;
            inbox.add(thread);
        } else if (!inbox.isEmpty()) {
            grant(inbox.remove(inbox.size() - 1), thread);
        }
    }

    private Step afterPut(int thread, Role role) {
        if (role == Role.RELEASE) {
            return Step.LOOK_AT_INBOX;
        }
        return holds(thread) ? Step.END : Step.QUEUE_AT_GATE;
    }

    private boolean holds(int thread) {
        for (int owner : holder) {
            if (owner == thread) {
                return true;
            }
        }
        return false;
    }

    private void grant(int entry, int thread) {
        check(holder[entry] == NOBODY, "an entry has two owners");
        holder[entry] = thread;
    }

    private boolean tryEnter(int thread) {
        if (gate != NOBODY) {
            return false;
        }
        gate = thread;
        return true;
    }

    private Step open(Step next) {
        gate = NOBODY;
        return next;
    }

    private Step unpark() {
        if (!parked.isEmpty()) {
            permit[parked.get(0)] = true;
        }
        return Step.LOOK_AT_INBOX;
    }

    private boolean takeIn() {
        if (inbox.isEmpty()) {
            return false;
        }
        giveBack(inbox.remove(inbox.size() - 1));
        return true;
    }

    // Behind the gate.
    private void giveBack(int entry) {
        holder[entry] = NOBODY;
        if (closed) {
            return;
        }
        if (waiters.isEmpty()) {
            idle.add(entry);
        } else {
            grant(entry, waiters.remove(0));
        }
    }

    private void act(int thread, Role role) {
        switch (role) {
            case RELEASE -> giveBack(thread);
            case LEASE -> lease(thread);
            case CANCEL -> cancel(roles.indexOf(Role.LEASE));
            case CLOSE -> close();
            case LOOK -> {}
        }
    }

    private void lease(int thread) {
        if (closed || cancelled[thread]) {
            return;
        }
        if (waiters.isEmpty() && !idle.isEmpty()) {
            grant(idle.remove(idle.size() - 1), thread);
        } else {
            waiters.add(thread);
        }
    }

    private void cancel(int thread) {
        cancelled[thread] = true;
        waiters.remove((Integer) thread);
    }

    private void close() {
        closed = true;
        idle.clear();
        waiters.clear();
    }

    private void checkEnd() {
        for (int thread = 0; thread < roles.size(); thread++) {
            check(at[thread] == Step.END, "a thread is parked for good");
        }
        check(gate == NOBODY, "the gate is closed for good");
        check(inbox.isEmpty(), "an entry stays in the inbox");
        check(idle.isEmpty() || waiters.isEmpty(), "somebody waits though an entry is idle");
        for (int entry = 0; entry < roles.size(); entry++) {
            boolean isKnown = roles.get(entry) != Role.RELEASE || holder[entry] != NOBODY || idle.contains(entry);
            check(closed || isKnown, "an entry is lost");
        }
    }

    private void check(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError(what + ": " + this);
        }
    }

    @Override
    public String toString() {
        return roles + " gate " + gate + " closed " + closed + " parked " + parked + " inbox " + inbox + " idle " + idle
                + " waiters " + waiters + " at " + List.of(at) + " permits " + numbers(permit) + " cancelled "
                + numbers(cancelled) + " held by " + owners();
    }

    private static String numbers(boolean[] set) {
        StringBuilder numbers = new StringBuilder();
        for (boolean each : set) {
            numbers.append(each ? '1' : '0');
        }
        return numbers.toString();
    }

    private String owners() {
        StringBuilder owners = new StringBuilder();
        for (int owner : holder) {
            owners.append(owner).append(' ');
        }
        return owners.toString();
    }
}
