// The server of dev.weir.servers in Go: mix <port> <certificate and key> <idle ms>
package main

import (
	"compress/gzip"
	"context"
	"io"
	"net/http"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"time"
)

func number(r *http.Request) int {
	n, _ := strconv.Atoi(r.URL.Query().Get("n"))
	return n
}

func pattern(n int) []byte {
	bytes := make([]byte, n)
	for i := range bytes {
		bytes[i] = byte(i % 251)
	}
	return bytes
}

func announced(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Length", strconv.Itoa(number(r)))
	if r.Method != http.MethodHead {
		w.Write(pattern(number(r)))
	}
}

func chunked(w http.ResponseWriter, r *http.Request) {
	bytes := pattern(number(r))
	half := len(bytes) / 2
	w.Write(bytes[:half])
	w.(http.Flusher).Flush()
	w.Write(bytes[half:])
}

func zipped(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Encoding", "gzip")
	zip := gzip.NewWriter(w)
	zip.Write(pattern(number(r)))
	zip.Close()
}

func trailers(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Trailer", "X-Trailer")
	chunked(w, r)
	w.Header().Set("X-Trailer", "end")
}

func headers(w http.ResponseWriter, r *http.Request) {
	for i := 0; i < 16; i++ {
		w.Header().Set("X-Large-"+strconv.Itoa(i), strings.Repeat("h", len(r.Header.Get("X-Large-"+strconv.Itoa(i)))))
	}
}

func echo(w http.ResponseWriter, r *http.Request) {
	http.NewResponseController(w).EnableFullDuplex()
	buffer := make([]byte, 16384)
	for {
		n, err := r.Body.Read(buffer)
		if n > 0 {
			if _, failed := w.Write(buffer[:n]); failed != nil {
				return
			}
			w.(http.Flusher).Flush()
		}
		if err == io.EOF {
			return
		}
		if err != nil {
			panic(http.ErrAbortHandler)
		}
	}
}

func status(code int) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(code) }
}

func main() {
	http.HandleFunc("/bytes", announced)
	http.HandleFunc("/chunked", chunked)
	http.HandleFunc("/gzip", zipped)
	http.HandleFunc("/trailers", trailers)
	http.HandleFunc("/headers", headers)
	http.HandleFunc("/echo", echo)
	http.HandleFunc("/204", status(204))
	http.HandleFunc("/304", status(304))
	http.HandleFunc("/empty", status(200))
	idle, _ := strconv.Atoi(os.Args[3])
	server := &http.Server{Addr: "127.0.0.1:" + os.Args[1], IdleTimeout: time.Duration(idle) * time.Millisecond}
	stop := make(chan os.Signal, 1)
	signal.Notify(stop, syscall.SIGTERM)
	done := make(chan struct{})
	go func() {
		<-stop
		server.Shutdown(context.Background())
		close(done)
	}()
	if err := server.ListenAndServeTLS(os.Args[2], os.Args[2]); err != http.ErrServerClosed {
		panic(err)
	}
	<-done
}
