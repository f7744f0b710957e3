package dev.weir.servers;

import java.util.List;

/** Proxies from the distribution's packages, in front of Tomcat. */
final class Proxies {

    private Proxies() {}

    static Running nginx(Site site) {
        Site behind = site.usual().onFreePort();
        return nginx(site, behind.port(), EmbeddedTomcat.startInClearText(behind));
    }

    /** Starts one in front of a server of the test, which ends with it. */
    static Running nginx(Site site, int upstreamPort, Instance upstream) {
        site.certificate();
        site.write("nginx.conf", """
                daemon off; worker_processes 1; pid nginx.pid; error_log stderr crit;
                events { worker_connections 1000; }
                http {
                  access_log off;
                  client_body_temp_path body; proxy_temp_path proxy; fastcgi_temp_path f; uwsgi_temp_path u; scgi_temp_path s;
                  keepalive_timeout %dms; keepalive_requests 100000;
                  upstream behind { server 127.0.0.1:%d; keepalive 100; }
                  server {
                    listen 127.0.0.1:%d ssl http2;
                    ssl_certificate server.pem; ssl_certificate_key server.pem;
                    large_client_header_buffers 8 32k;
                    client_max_body_size 0;
                    location / {
                      proxy_pass http://behind;
                      proxy_http_version 1.1;
                      proxy_next_upstream off;
                      proxy_set_header Connection "";
                      proxy_request_buffering off; proxy_buffering off; proxy_buffer_size 64k; proxy_buffers 8 64k;
                    }
                  }
                }
                """.formatted(site.idleMillis(), upstreamPort, site.port()));
        List<String> command =
                List.of(Programs.path("nginx"), "-p", site.directory().toString(), "-c", "nginx.conf", "-e", "stderr");
        return Running.start(
                Target.at(site.port()), () -> ProcessInstance.start(site, "HUP", "QUIT", command), upstream);
    }

    static Running haproxy(Site site) {
        Site behind = site.usual().onFreePort();
        EmbeddedTomcat tomcat = EmbeddedTomcat.startInClearText(behind);
        site.certificate();
        site.write("haproxy.cfg", """
                global
                  hard-stop-after 20s
                  tune.bufsize 65536
                defaults
                  mode http
                  timeout connect 5s
                  timeout client 60s
                  timeout server 60s
                  timeout http-keep-alive %dms
                frontend weir
                  bind 127.0.0.1:%d ssl crt server.pem alpn h2,http/1.1
                  default_backend upstream
                backend upstream
                  server tomcat 127.0.0.1:%d
                """.formatted(site.idleMillis(), site.port(), behind.port()));
        List<String> command =
                List.of(Programs.path("haproxy"), "-W", "-C", site.directory().toString(), "-f", "haproxy.cfg");
        return Running.start(
                Target.at(site.port()), () -> ProcessInstance.start(site, "USR2", "USR1", command), tomcat);
    }

    static Running tinyproxy(Site site) {
        Site behind = site.onFreePort();
        EmbeddedTomcat tomcat = EmbeddedTomcat.start(behind);
        site.write("tinyproxy.conf", """
                Port %d
                Listen 127.0.0.1
                Timeout 60
                MaxClients 200
                LogLevel Error
                """.formatted(site.port()));
        List<String> command = List.of(Programs.path("tinyproxy"), "-d", "-c", "tinyproxy.conf");
        Target target = new Target("https://localhost:" + behind.port(), "http://127.0.0.1:" + site.port());
        return Running.start(target, () -> ProcessInstance.start(site, "USR1", "TERM", command), tomcat);
    }
}
