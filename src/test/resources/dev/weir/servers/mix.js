// The server of dev.weir.servers in Node: node mix.js <port> <certificate and key> <idle ms>
'use strict';
const http2 = require('node:http2');
const fs = require('node:fs');
const zlib = require('node:zlib');

const pattern = (n) => {
  const bytes = Buffer.alloc(n);
  for (let i = 0; i < n; i++) bytes[i] = i % 251;
  return bytes;
};

const announced = (request, response, n) => {
  response.setHeader('Content-Length', n);
  response.end(request.method === 'HEAD' ? undefined : pattern(n));
};

const chunked = (request, response, n) => {
  const bytes = pattern(n);
  response.write(bytes.subarray(0, n >> 1));
  response.end(bytes.subarray(n >> 1));
};

const zipped = (request, response, n) => {
  response.setHeader('Content-Encoding', 'gzip');
  response.end(zlib.gzipSync(pattern(n)));
};

const trailers = (request, response, n) => {
  response.setHeader('Trailer', 'X-Trailer');
  response.write(pattern(n));
  response.addTrailers({'X-Trailer': 'end'});
  response.end();
};

const headers = (request, response) => {
  for (let i = 0; i < 16; i++) {
    response.setHeader('X-Large-' + i, 'h'.repeat((request.headers['x-large-' + i] || '').length));
  }
  response.end();
};

const echo = (request, response) => request.pipe(response);

const status = (code) => (request, response) => {
  response.statusCode = code;
  response.end();
};

const handlers = {
  '/bytes': announced, '/chunked': chunked, '/gzip': zipped, '/trailers': trailers, '/headers': headers, '/echo': echo,
  '/204': status(204), '/304': status(304), '/empty': status(200),
};

const handle = (request, response) => {
  const url = new URL(request.url, 'https://localhost');
  (handlers[url.pathname] || status(404))(request, response, Number(url.searchParams.get('n')));
};

const pem = fs.readFileSync(process.argv[3]);
const server = http2.createSecureServer({allowHTTP1: true, key: pem, cert: pem, maxHeaderListPairs: 200, maxSessionMemory: 100}, handle);
server.on('checkContinue', (request, response) => {
  response.writeContinue();
  handle(request, response);
});
const idle = Number(process.argv[4]);
server.keepAliveTimeout = idle;
const sessions = new Set();
server.on('session', (session) => {
  sessions.add(session);
  session.setTimeout(idle, () => session.close());
  session.on('close', () => sessions.delete(session));
});
process.on('SIGTERM', () => {
  server.close(() => process.exit());
  sessions.forEach((session) => session.close());
  if (server.closeIdleConnections) server.closeIdleConnections();
});
server.listen(Number(process.argv[2]), '127.0.0.1');
