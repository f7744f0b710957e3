package dev.weir.internal.pool;

import org.jspecify.annotations.Nullable;

/**
 * The owner of a connection on which a user has begun to log in: it belongs to that user alone until it is closed. Written
 * by the holder of the lease; thread-safe.
 */
final class Ownership {

    private volatile boolean isPrivate;

    // Written at the first release after a login.
    private volatile @Nullable Object owner;

    /** Notes that a user logs in on the connection. */
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
     * @return false if it must not be reused: a user is logged in, who may be another one
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
