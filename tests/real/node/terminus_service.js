// SPDX-License-Identifier: GPL-3.0-or-later
// A service whose health document terminus writes: healthy while its dependency answers, and a last word on SIGTERM.
//   node terminus_service.js PORT DEPENDENCY_PORT
'use strict';

const http = require('http');
const { createTerminus, HealthCheckError } = require('@godaddy/terminus');

const [port, dependencyPort] = process.argv.slice(2).map(Number);

function checkDependency() {
  return new Promise((resolve, reject) => {
    const request = http.get({ host: '127.0.0.1', port: dependencyPort, agent: false }, (response) => {
      response.resume();
      response.on('end', () => resolve({ stock: { status: 'up' } }));
    });
    request.on('error', (error) => reject(new HealthCheckError('stock', { message: error.message })));
  });
}

const server = http.createServer((request, response) => response.end('books\n'));
createTerminus(server, {
  healthChecks: { '/health': checkDependency, '/live': () => Promise.resolve() },
  useExit0: true,
  timeout: 1000,
  // As long as a balancer needs to see that it goes: the test ends it before.
  beforeShutdown: () => new Promise((resolve) => setTimeout(resolve, 60000)),
  logger: () => {}
});
server.listen(port, '127.0.0.1');
