// SPDX-License-Identifier: GPL-3.0-or-later
// A service as opossum's users write them: one circuit around one dependency, published in three ways.
//   node opossum_service.js PORT DEPENDENCY_PORT
'use strict';

const http = require('http');
const CircuitBreaker = require('opossum');
const HystrixStats = require('opossum-hystrix');
const PrometheusMetrics = require('opossum-prometheus');

const [port, dependencyPort] = process.argv.slice(2).map(Number);

function stock() {
  return new Promise((resolve, reject) => {
    const request = http.get({ host: '127.0.0.1', port: dependencyPort, agent: false }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode));
    });
    request.on('error', reject);
  });
}

const circuit = new CircuitBreaker(stock, {
  name: 'stock', timeout: 5000, errorThresholdPercentage: 50, volumeThreshold: 3, resetTimeout: 1000,
  rollingCountTimeout: 2000, rollingCountBuckets: 10
});
const prometheus = new PrometheusMetrics({ circuits: [circuit] });
const hystrix = new HystrixStats([circuit]);

// The truth to compare with: what the circuit itself went through, by the clock that stamps the stream's events.
const transitions = [];
for (const to of ['open', 'halfOpen', 'close'])
  circuit.on(to, () => transitions.push({ at: Date.now(), to }));

const routes = {
  '/alive': (response) => response.end('ok\n'),
  '/call': async (response) => {
    await circuit.fire().catch(() => { response.statusCode = 503; });
    response.end();
  },
  '/status': (response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(circuit.toJSON()));
  },
  '/transitions': (response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ transitions }));
  },
  '/metrics': async (response) => {
    response.setHeader('content-type', prometheus.client.register.contentType);
    response.end(await prometheus.metrics);
  },
  '/hystrix.stream': (response) => {
    response.setHeader('content-type', 'text/event-stream');
    response.flushHeaders();
    const stream = hystrix.getHystrixStream();
    stream.pipe(response);
    // Without a reader it would hold what it has and send it, newly dated, to the next one.
    response.on('close', () => stream.resume());
  }
};

http.createServer((request, response) => {
  const route = routes[request.url];
  if (route) return route(response);
  response.statusCode = 404;
  response.end();
}).listen(port, '127.0.0.1');
