package dev.weir.spring;

import java.time.Duration;
import java.util.Objects;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.core5.http.io.SocketConfig;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/** Tells which timeouts customizers in the code of the application set. Pure. */
final class CustomizedTimes {

    private CustomizedTimes() {}

    static BootTimes of(ManagerChoices choices, BootTimes before) {
        ConnectionConfig connection = choices.connection() == null ? ConnectionConfig.DEFAULT : choices.connection();
        Duration connect =
                changed(connection.getConnectTimeout(), duration(ConnectionConfig.DEFAULT.getConnectTimeout()));
        Duration read = duration(connection.getSocketTimeout());
        return new BootTimes(
                Objects.equals(connect, before.connect()) ? null : connect,
                Objects.equals(read, before.read()) ? onSockets(choices.socket(), read) : read);
    }

    /** The timeout of sockets holds where connections have none. */
    private static @Nullable Duration onSockets(@Nullable SocketConfig socket, @Nullable Duration ofConnection) {
        return socket == null || ofConnection != null
                ? null
                : changed(socket.getSoTimeout(), duration(SocketConfig.DEFAULT.getSoTimeout()));
    }

    private static @Nullable Duration changed(@Nullable Timeout value, @Nullable Duration usual) {
        Duration time = duration(value);
        return Objects.equals(time, usual) ? null : time;
    }

    private static @Nullable Duration duration(@Nullable Timeout value) {
        return value == null ? null : value.toDuration();
    }
}
