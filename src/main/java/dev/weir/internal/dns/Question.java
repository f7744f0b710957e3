package dev.weir.internal.dns;

import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The call of the resolver for one name; may block. */
@FunctionalInterface
interface Question {

    @Nullable
    List<InetSocketAddress> ask() throws UnknownHostException;
}
