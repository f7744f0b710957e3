package dev.weir.servers;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.CompositeByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.DefaultHttpContent;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.DefaultLastHttpContent;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http.QueryStringDecoder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/** Answers the requests of the mix, one after the other. Called by the thread of its channel alone. */
@SuppressWarnings("FutureReturnValueIgnored") // what cannot be written closes the channel
final class NettyMix extends SimpleChannelInboundHandler<HttpObject> {

    private final Executions executions;
    private final CompositeByteBuf body = Unpooled.compositeBuffer(Integer.MAX_VALUE);
    private @Nullable HttpRequest request;
    private String path = "";

    NettyMix(Executions executions) {
        this.executions = executions;
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext context) {
        body.release();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        context.close();
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, HttpObject part) throws IOException {
        if (part instanceof HttpRequest head) {
            begin(context, head);
        }
        if (part instanceof HttpContent content && request != null) {
            if (path.equals("/echo")) {
                echo(context, content);
            } else {
                body.addComponent(true, content.content().retain());
                if (part instanceof LastHttpContent) {
                    answer(context, request);
                }
            }
        }
    }

    private void begin(ChannelHandlerContext context, HttpRequest head) {
        request = head;
        path = new QueryStringDecoder(head.uri()).path();
        if (HttpUtil.is100ContinueExpected(head)) {
            context.writeAndFlush(new DefaultFullHttpResponse(
                    HttpVersion.HTTP_1_1, HttpResponseStatus.CONTINUE, Unpooled.EMPTY_BUFFER));
        }
        if (path.equals("/echo")) {
            context.channel().config().setAutoRead(false);
            context.writeAndFlush(chunked());
            context.read();
        }
    }

    /** Reads on when what was read is written. */
    private static void echo(ChannelHandlerContext context, HttpContent part) {
        if (part instanceof LastHttpContent) {
            context.writeAndFlush(new DefaultLastHttpContent(part.content().retain()));
            context.channel().config().setAutoRead(true);
        } else {
            context.writeAndFlush(new DefaultHttpContent(part.content().retain()))
                    .addListener(written -> context.read());
        }
    }

    private void answer(ChannelHandlerContext context, HttpRequest asked) throws IOException {
        QueryStringDecoder query = new QueryStringDecoder(asked.uri());
        switch (path) {
            case "/bytes" -> announced(context, asked, Pattern.bytes(number(query)));
            case "/chunked" -> chunked(context, number(query), "");
            case "/gzip" -> zipped(context, number(query));
            case "/trailers" -> chunked(context, number(query), "end");
            case "/headers" -> headers(context, asked);
            case "/store" -> send(context, whole(HttpResponseStatus.OK, body.copy()));
            case "/count" -> count(context, parameter(query, "id"));
            case "/empty" -> send(context, whole(HttpResponseStatus.OK, Unpooled.EMPTY_BUFFER));
            default ->
                send(context, new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status(), Unpooled.EMPTY_BUFFER));
        }
        body.clear();
        body.removeComponents(0, body.numComponents());
    }

    private static String parameter(QueryStringDecoder query, String name) {
        return query.parameters().getOrDefault(name, List.of("0")).get(0);
    }

    private static int number(QueryStringDecoder query) {
        return Integer.parseInt(parameter(query, "n"));
    }

    private HttpResponseStatus status() {
        return HttpResponseStatus.valueOf(Integer.parseInt(path.substring(1)));
    }

    private static void announced(ChannelHandlerContext context, HttpRequest asked, byte[] bytes) {
        boolean isHead = asked.method().equals(HttpMethod.HEAD);
        HttpResponse response =
                whole(HttpResponseStatus.OK, isHead ? Unpooled.EMPTY_BUFFER : Unpooled.wrappedBuffer(bytes));
        response.headers().set(HttpHeaderNames.CONTENT_LENGTH, bytes.length);
        send(context, response);
    }

    private static void chunked(ChannelHandlerContext context, int length, String trailer) {
        byte[] bytes = Pattern.bytes(length);
        context.writeAndFlush(chunked());
        context.writeAndFlush(new DefaultHttpContent(Unpooled.wrappedBuffer(bytes, 0, length / 2)));
        DefaultLastHttpContent end =
                new DefaultLastHttpContent(Unpooled.wrappedBuffer(bytes, length / 2, length - length / 2));
        if (!trailer.isEmpty()) {
            end.trailingHeaders().set("x-trailer", trailer);
        }
        context.writeAndFlush(end);
    }

    private static void zipped(ChannelHandlerContext context, int length) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream zip = new GZIPOutputStream(bytes)) {
            zip.write(Pattern.bytes(length));
        }
        HttpResponse response = whole(HttpResponseStatus.OK, Unpooled.wrappedBuffer(bytes.toByteArray()));
        response.headers().set(HttpHeaderNames.CONTENT_ENCODING, "gzip");
        send(context, response);
    }

    private static void headers(ChannelHandlerContext context, HttpRequest asked) {
        HttpResponse response = whole(HttpResponseStatus.OK, Unpooled.EMPTY_BUFFER);
        for (int i = 0; i < Kind.LARGE_HEADER_LINES; i++) {
            response.headers()
                    .set(
                            "x-large-" + i,
                            "h".repeat(asked.headers().get("X-Large-" + i, "").length()));
        }
        send(context, response);
    }

    private void count(ChannelHandlerContext context, String id) {
        executions.add(id);
        send(context, whole(HttpResponseStatus.OK, Unpooled.copiedBuffer(id, StandardCharsets.US_ASCII)));
    }

    private static HttpResponse chunked() {
        HttpResponse response = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);
        response.headers().set(HttpHeaderNames.TRANSFER_ENCODING, "chunked");
        return response;
    }

    private static HttpResponse whole(HttpResponseStatus status, ByteBuf content) {
        HttpResponse response = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status, content);
        response.headers().set(HttpHeaderNames.CONTENT_LENGTH, content.readableBytes());
        return response;
    }

    private static void send(ChannelHandlerContext context, HttpResponse response) {
        context.writeAndFlush(response);
    }
}
