package dev.weir.servers;

import dev.weir.testserver.TestCertificates;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.socket.SocketChannel;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.codec.http.HttpServerKeepAliveHandler;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2MultiplexHandler;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.Http2StreamFrameToHttpObjectCodec;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ApplicationProtocolNames;
import io.netty.handler.ssl.ApplicationProtocolNegotiationHandler;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.IdentityCipherSuiteFilter;
import io.netty.handler.ssl.JdkSslContext;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.timeout.IdleStateEvent;
import io.netty.handler.timeout.IdleStateHandler;
import java.util.concurrent.TimeUnit;

/** What a connection of Netty's passes through, as the client chooses by ALPN. */
final class NettyPipeline {

    private static final SslContext TLS = new JdkSslContext(
            TestCertificates.trusted().serverContext(),
            false,
            null,
            IdentityCipherSuiteFilter.INSTANCE,
            new ApplicationProtocolConfig(
                    ApplicationProtocolConfig.Protocol.ALPN,
                    ApplicationProtocolConfig.SelectorFailureBehavior.NO_ADVERTISE,
                    ApplicationProtocolConfig.SelectedListenerFailureBehavior.ACCEPT,
                    ApplicationProtocolNames.HTTP_2,
                    ApplicationProtocolNames.HTTP_1_1),
            ClientAuth.NONE,
            null,
            false);

    private NettyPipeline() {}

    static void set(SocketChannel channel, Site site) {
        ChannelPipeline pipeline = channel.pipeline();
        pipeline.addLast(TLS.newHandler(channel.alloc()));
        pipeline.addLast(new IdleStateHandler(0, 0, site.idleMillis(), TimeUnit.MILLISECONDS));
        pipeline.addLast(new ApplicationProtocolNegotiationHandler(ApplicationProtocolNames.HTTP_1_1) {
            @Override
            protected void configurePipeline(ChannelHandlerContext context, String protocol) {
                if (protocol.equals(ApplicationProtocolNames.HTTP_2)) {
                    http2(context.pipeline(), site);
                } else {
                    http1(context.pipeline(), site);
                }
                context.pipeline().addLast(new ClosingAtTheEnd());
            }
        });
    }

    private static void http1(ChannelPipeline pipeline, Site site) {
        pipeline.addLast(new HttpServerCodec(new HttpDecoderConfig().setMaxHeaderSize(MixServlet.HEADERS)));
        pipeline.addLast(new HttpServerKeepAliveHandler());
        pipeline.addLast(new NettyMix(site.executions()));
    }

    private static void http2(ChannelPipeline pipeline, Site site) {
        pipeline.addLast(Http2FrameCodecBuilder.forServer()
                .initialSettings(Http2Settings.defaultSettings().maxHeaderListSize(MixServlet.HEADERS))
                .build());
        pipeline.addLast(new Http2MultiplexHandler(new ChannelInitializer<Channel>() {
            @Override
            protected void initChannel(Channel stream) {
                stream.pipeline().addLast(new Http2StreamFrameToHttpObjectCodec(true));
                stream.pipeline().addLast(new NettyMix(site.executions()));
            }
        }));
    }

    /** Ends a connection on which nothing happens, or that broke. */
    @SuppressWarnings("FutureReturnValueIgnored") // there is nothing to do after it
    private static final class ClosingAtTheEnd extends ChannelDuplexHandler {
        @Override
        public void userEventTriggered(ChannelHandlerContext context, Object event) {
            if (event instanceof IdleStateEvent) {
                context.close();
            } else {
                context.fireUserEventTriggered(event);
            }
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            context.close();
        }
    }
}
