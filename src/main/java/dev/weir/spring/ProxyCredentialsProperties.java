package dev.weir.spring;

import org.jspecify.annotations.Nullable;

/**
 * What a proxy is answered that asks who wants to pass. Its text shows none of it.
 *
 * @param username User name for a proxy that requires one
 * @param password Password for a proxy that requires one
 */
record ProxyCredentialsProperties(
        @Nullable String username, @Nullable String password) {

    @Override
    public String toString() {
        return "ProxyCredentialsProperties[***]";
    }
}
