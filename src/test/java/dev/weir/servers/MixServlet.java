package dev.weir.servers;

import static java.util.Objects.requireNonNullElse;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Map;
import java.util.zip.GZIPOutputStream;

/** Answers the requests of the mix. Thread-safe. */
final class MixServlet extends HttpServlet {

    /** How long the head of a message may be. */
    static final int HEADERS = 65_536;

    private static final long serialVersionUID = 1;

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        int length = Integer.parseInt(requireNonNullElse(request.getParameter("n"), "0"));
        switch (request.getRequestURI()) {
            case "/bytes" -> announced(request, response, length);
            case "/chunked" -> chunked(response, length);
            case "/gzip" -> zipped(response, length);
            case "/trailers" -> trailers(response, length);
            case "/headers" -> headers(request, response);
            case "/echo" -> echo(request, response);
            case "/empty" -> response.setStatus(200);
            default ->
                response.setStatus(Integer.parseInt(request.getRequestURI().substring(1)));
        }
    }

    private static void announced(HttpServletRequest request, HttpServletResponse response, int length)
            throws IOException {
        response.setContentLength(length);
        if (!request.getMethod().equals("HEAD")) {
            response.getOutputStream().write(Kind.bytes(length));
        }
    }

    private static void chunked(HttpServletResponse response, int length) throws IOException {
        byte[] bytes = Kind.bytes(length);
        response.getOutputStream().write(bytes, 0, length / 2);
        response.flushBuffer();
        response.getOutputStream().write(bytes, length / 2, length - length / 2);
    }

    private static void zipped(HttpServletResponse response, int length) throws IOException {
        response.setHeader("Content-Encoding", "gzip");
        try (GZIPOutputStream zip = new GZIPOutputStream(response.getOutputStream())) {
            zip.write(Kind.bytes(length));
        }
    }

    private static void trailers(HttpServletResponse response, int length) throws IOException {
        response.setHeader("Trailer", "X-Trailer");
        response.setTrailerFields(() -> Map.of("X-Trailer", "end"));
        chunked(response, length);
    }

    private static void headers(HttpServletRequest request, HttpServletResponse response) {
        for (int i = 0; i < Kind.HEADER_LINES; i++) {
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
}
