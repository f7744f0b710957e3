package dev.weir.internal.pool;

import org.jspecify.annotations.Nullable;

/**
 * Whose a connection is, once a user has begun to log it in: that user's alone, until it is closed. Written by the holder of
 * the lease; thread-safe.
 */
final class Ownership {

    private volatile boolean isPrivate;

    // Written at the first release after a login.
    private volatile @Nullable Object owner;

    /** Notes that a user logs the connection in. */
    void begin() {
        if (!isPrivate) {
            isPrivate = true;
        }
    }

    boolean isPrivate() {
        return isPrivate;
    }

    /**
     * Gives the connection to the user on whose behalf it is released.
     *
     * @param user the token of the user; null if it is not known
     * @return false if it must not be used again: a user is logged in, and it is not known that this is the user
     */
    boolean settle(@Nullable Object user) {
        if (!isPrivate) {
            return true;
        }
        Object settled = owner;
        if (settled == null) {
            owner = user;
            return user != null;
        }
        return settled.equals(user);
    }
}
