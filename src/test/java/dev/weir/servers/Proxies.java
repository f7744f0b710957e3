package dev.weir.servers;

import dev.weir.testserver.RealServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Proxies from the distribution's packages, in front of Tomcat. */
final class Proxies {

    private Proxies() {}

    static Running nginx(Path directory) {
        EmbeddedTomcat tomcat = EmbeddedTomcat.start(directory, Running.certificate(directory));
        int port = RealServer.freePort();
        write(directory.resolve("nginx.conf"), """
                daemon off; worker_processes 1; pid nginx.pid; error_log stderr crit;
                events { worker_connections 1000; }
                http {
                  access_log off;
                  client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path f; uwsgi_temp_path u; scgi_temp_path s;
                  upstream tomcat { server 127.0.0.1:%d; keepalive 100; }
                  server {
                    listen 127.0.0.1:%d ssl http2;
                    ssl_certificate server.pem; ssl_certificate_key server.pem;
                    large_client_header_buffers 8 32k;
                    client_max_body_size 0;
                    location / {
                      proxy_pass http://tomcat;
                      proxy_http_version 1.1;
                      proxy_set_header Connection "";
                      proxy_request_buffering off; proxy_buffering off; proxy_buffer_size 64k; proxy_buffers 8 64k;
                    }
                  }
                }
                """.formatted(tomcat.plainPort(), port));
        RealServer nginx = RealServer.start(
                directory,
                port,
                List.of(Programs.path("nginx"), "-p", directory.toString(), "-c", "nginx.conf", "-e", "stderr"));
        return new Running(Target.at(port), tomcat::close, nginx::close);
    }

    static Running haproxy(Path directory) {
        EmbeddedTomcat tomcat = EmbeddedTomcat.start(directory, Running.certificate(directory));
        int port = RealServer.freePort();
        write(directory.resolve("haproxy.cfg"), """
                global
                  hard-stop-after 20s
                  tune.bufsize 65536
                defaults
                  mode http
                  timeout connect 5s
                  timeout client 60s
                  timeout server 60s
                frontend weir
                  bind 127.0.0.1:%d ssl crt server.pem alpn h2,http/1.1
                  default_backend upstream
                backend upstream
                  server tomcat 127.0.0.1:%d
                """.formatted(port, tomcat.plainPort()));
        RealServer haproxy = RealServer.start(
                directory,
                port,
                List.of(Programs.path("haproxy"), "-W", "-C", directory.toString(), "-f", "haproxy.cfg"));
        return new Running(Target.at(port), tomcat::close, haproxy::close);
    }

    static Running tinyproxy(Path directory) {
        EmbeddedTomcat tomcat = EmbeddedTomcat.start(directory, Running.certificate(directory));
        int port = RealServer.freePort();
        write(directory.resolve("tinyproxy.conf"), """
                Port %d
                Listen 127.0.0.1
                Timeout 60
                MaxClients 200
                LogLevel Error
                """.formatted(port));
        RealServer tinyproxy =
                RealServer.start(directory, port, List.of(Programs.path("tinyproxy"), "-d", "-c", "tinyproxy.conf"));
        return new Running(
                new Target("https://localhost:" + tomcat.port(), "http://127.0.0.1:" + port),
                tomcat::close,
                tinyproxy::close);
    }

    private static void write(Path file, String text) {
        try {
            Files.writeString(file, text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
