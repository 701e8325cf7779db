import { createServer } from 'node:http';

/*
 * Inside the cluster: WeatherAPI's `GET /current.json`, OpenAI's `POST /v1/chat/completions`, and `GET /calls`, which
 * lists who called the model, and whether the caller was still connected at the end of the answer.
 */

/** Milliseconds that the model takes: long enough to evict the pod that waits for it. */
const THINKING_MS = 20_000;

/** @type {{from: string, answered: boolean}[]} */
const calls = [];

const server = createServer((request, response) => {
  const answer = (/** @type {object} */ body) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  request.resume();
  if (request.url?.startsWith('/current.json')) {
    answer({ current: { condition: { text: 'Sunny' } } });
  } else if (request.url === '/v1/chat/completions') {
    const call = { from: (request.socket.remoteAddress ?? '').replace('::ffff:', ''), answered: false };
    calls.push(call);
    const message = { role: 'assistant', content: 'You write most on sunny days.' };
    const timer = setTimeout(() => {
      call.answered = true;
      answer({ choices: [{ index: 0, finish_reason: 'stop', message }] });
    }, THINKING_MS);
    response.once('close', () => clearTimeout(timer));
  } else if (request.url === '/calls') {
    answer(calls);
  } else {
    response.writeHead(404).end();
  }
});
server.listen(8080);
process.on('SIGTERM', () => process.exit(0));
