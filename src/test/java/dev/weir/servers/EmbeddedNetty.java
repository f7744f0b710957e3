package dev.weir.servers;

import static java.util.Objects.requireNonNull;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.util.Version;
import java.util.concurrent.TimeUnit;

/** Netty in this JVM: HTTP/1.1 and HTTP/2 over TLS. */
final class EmbeddedNetty implements Instance {

    private final EventLoopGroup threads = new MultiThreadIoEventLoopGroup(2, NioIoHandler.newFactory());

    private EmbeddedNetty() {}

    static EmbeddedNetty start(Site site) {
        EmbeddedNetty started = new EmbeddedNetty();
        new ServerBootstrap()
                .group(started.threads)
                .channel(NioServerSocketChannel.class)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        NettyPipeline.set(channel, site);
                    }
                })
                .bind("127.0.0.1", site.port())
                .syncUninterruptibly();
        return started;
    }

    static String version() {
        return requireNonNull(Version.identify().get("netty-common")).artifactVersion();
    }

    @Override
    public void stop() {
        threads.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    }
}
