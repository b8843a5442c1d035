// SPDX-License-Identifier: GPL-3.0-or-later
// What the breaker of the service guards: answers while it lives. The test kills it.
'use strict';

const http = require('http');

http.createServer((request, response) => response.end('stock: 7\n')).listen(Number(process.argv[2]), '127.0.0.1');
