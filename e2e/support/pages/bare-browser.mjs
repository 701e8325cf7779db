import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { PlainError } from '../../../deploy/local/log.mjs';

/*
 * Chromium for measurements, driven by its debugging protocol directly. Playwright watches the network and the console of
 * every page. For each request, Chromium then notes where in the code it was sent, and parses the script again to know the
 * lines, which takes a sixth of the time until the journal's page can be used.
 */

/** @typedef {(method: string, params?: object) => Promise<Record<string, any>>} Send a command of the protocol */

/**
 * @param {object} options
 * @param {string} options.executablePath
 * @param {string} options.folder of the profile; no other browser may use it
 */
export async function launchBare({ executablePath, folder }) {
  const child = spawn(
    executablePath,
    [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-field-trial-config',
      '--no-first-run',
      '--force-prefers-reduced-motion',
      '--lang=en-GB',
      '--window-size=1280,860',
      '--headless=new',
      '--remote-debugging-pipe',
      `--user-data-dir=${folder}`,
    ],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] },
  );
  const [, , , input, output] =
    /** @type {[null, null, null, import('node:stream').Writable, import('node:stream').Readable]} */ (
      /** @type {unknown} */ (child.stdio)
    );
  /** @type {Map<number, {resolve: (result: Record<string, any>) => void, reject: (error: Error) => void}>} */
  const waiting = new Map();
  let lastId = 0;
  let received = '';
  output.setEncoding('utf8').on('data', (text) => {
    const messages = (received + text).split('\0');
    received = messages.pop() ?? '';
    for (const { id, result, error } of messages.map((message) => JSON.parse(message))) {
      if (error) waiting.get(id)?.reject(new PlainError(`The browser answers: ${error.message}`));
      else waiting.get(id)?.resolve(result);
      waiting.delete(id);
    }
  });
  /** @param {string} method @param {object} [params] @param {string} [sessionId] @returns {Promise<Record<string, any>>} */
  const send = (method, params = {}, sessionId) =>
    new Promise((resolve, reject) => {
      lastId += 1;
      waiting.set(lastId, { resolve, reject });
      input.write(`${JSON.stringify({ id: lastId, method, params, sessionId })}\0`);
    });

  return {
    /** A new tab. */
    async newPage() {
      const { targetId } = await send('Target.createTarget', { url: 'about:blank' });
      const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true });
      /** @type {Send} */
      const command = (method, params) => send(method, params, sessionId);
      /** The value of an expression, or that of its promise. @param {string} expression */
      const evaluate = async (expression) => {
        const { result } = await command('Runtime.evaluate', {
          expression,
          returnByValue: true,
          awaitPromise: true,
        });
        return /** @type {unknown} */ (result?.value);
      };
      return {
        command,
        evaluate,
        /** Looks every 250 ms until an expression is true-like, and answers its value. @param {string} expression */
        async waitFor(expression) {
          for (const until = Date.now() + 60_000; Date.now() < until; await sleep(250)) {
            const value = await evaluate(expression);
            if (value) return value;
          }
          throw new PlainError(`The page never shows: ${expression}`);
        },
        close: () => send('Target.closeTarget', { targetId }),
      };
    },
    async close() {
      const exited = once(child, 'exit');
      // It may end before it has answered.
      void send('Browser.close').catch(() => undefined);
      await exited;
    },
  };
}
