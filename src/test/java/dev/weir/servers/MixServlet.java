package dev.weir.servers;

import static java.util.Objects.requireNonNullElse;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;

/** Answers the requests of the mix. Thread-safe. */
final class MixServlet extends HttpServlet {

    static final List<String> PATHS = List.of(
            "/bytes",
            "/chunked",
            "/gzip",
            "/trailers",
            "/headers",
            "/echo",
            "/store",
            "/empty",
            "/204",
            "/304",
            "/count");

    /** How long the head of a message may be. */
    static final int HEADERS = 65_536;

    private static final long serialVersionUID = 1;

    private final transient Executions executions;

    MixServlet(Executions executions) {
        this.executions = executions;
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        int length = Integer.parseInt(requireNonNullElse(request.getParameter("n"), "0"));
        switch (request.getServletPath()) {
            case "/bytes" -> announced(request, response, length);
            case "/chunked" -> chunked(response, length);
            case "/gzip" -> zipped(response, length);
            case "/trailers" -> trailers(response, length);
            case "/headers" -> headers(request, response);
            case "/echo" -> echo(request, response);
            case "/store" ->
                response.getOutputStream().write(request.getInputStream().readAllBytes());
            case "/count" -> count(request, response);
            case "/empty" -> response.setStatus(200);
            default ->
                response.setStatus(Integer.parseInt(request.getServletPath().substring(1)));
        }
    }

    private static void announced(HttpServletRequest request, HttpServletResponse response, int length)
            throws IOException {
        response.setContentLength(length);
        if (!request.getMethod().equals("HEAD")) {
            response.getOutputStream().write(Pattern.bytes(length));
        }
    }

    private static void chunked(HttpServletResponse response, int length) throws IOException {
        byte[] bytes = Pattern.bytes(length);
        response.getOutputStream().write(bytes, 0, length / 2);
        response.flushBuffer();
        response.getOutputStream().write(bytes, length / 2, length - length / 2);
    }

    private static void zipped(HttpServletResponse response, int length) throws IOException {
        response.setHeader("Content-Encoding", "gzip");
        try (GZIPOutputStream zip = new GZIPOutputStream(response.getOutputStream())) {
            zip.write(Pattern.bytes(length));
        }
    }

    private static void trailers(HttpServletResponse response, int length) throws IOException {
        response.setHeader("Trailer", "X-Trailer");
        response.setTrailerFields(() -> Map.of("X-Trailer", "end"));
        chunked(response, length);
    }

    private static void headers(HttpServletRequest request, HttpServletResponse response) {
        for (int i = 0; i < Kind.LARGE_HEADER_LINES; i++) {
            String received = requireNonNullElse(request.getHeader("X-Large-" + i), "");
            response.setHeader("X-Large-" + i, "h".repeat(received.length()));
        }
    }

    private static void echo(HttpServletRequest request, HttpServletResponse response) throws IOException {
        byte[] buffer = new byte[16_384];
        InputStream in = request.getInputStream();
        OutputStream out = response.getOutputStream();
        for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
            out.write(buffer, 0, n);
            out.flush();
        }
    }

    private void count(HttpServletRequest request, HttpServletResponse response) throws IOException {
        request.getInputStream().readAllBytes();
        executions.add(request.getParameter("id"));
        response.getOutputStream().write(request.getParameter("id").getBytes(StandardCharsets.US_ASCII));
    }
}
