#!/usr/bin/env node
import { spawn } from 'node:child_process';
import { WebSocket, WebSocketServer } from 'ws';

/*
 * Firefox as Playwright starts it. Playwright sends a command that Debian's Firefox does not know, and gives up when it is
 * refused. This answers that command, and passes on all others. Call Firefox itself once it knows UNKNOWN.
 */

const UNKNOWN = 'emulation.setMediaFeaturesOverride';

const firefox = spawn('firefox-esr', process.argv.slice(2), { stdio: ['ignore', 'ignore', 'pipe'] });
firefox.once('exit', (code) => process.exit(code ?? 1));
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM']))
  process.on(signal, () => firefox.kill(signal));

firefox.stderr.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
  const address = /WebDriver BiDi listening on (ws:\S+)/.exec(text)?.[1];
  if (address) serve(address);
  else process.stderr.write(text);
});

/** @param {string} address of Firefox */
function serve(address) {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  server.on('connection', (driver, { url }) => relay(driver, new WebSocket(new URL(url ?? '', address))));
  server.on('listening', () => {
    const own = /** @type {import('node:net').AddressInfo} */ (server.address());
    process.stderr.write(`WebDriver BiDi listening on ws://127.0.0.1:${own.port}\n`);
  });
}

/** @param {WebSocket} driver @param {WebSocket} browser */
function relay(driver, browser) {
  const opened = new Promise((resolve) => browser.once('open', resolve));
  const pass = async (/** @type {string} */ text) => {
    const { id, method } = JSON.parse(text);
    if (method === UNKNOWN) return driver.send(JSON.stringify({ type: 'success', id, result: {} }));
    await opened;
    browser.send(text);
  };
  driver.on('message', (data) => void pass(textOf(data)));
  browser.on('message', (data) => driver.send(textOf(data)));
  browser.on('close', () => driver.close());
  driver.on('close', () => browser.close());
  for (const socket of [driver, browser]) socket.on('error', () => socket.terminate());
}

/** The package hands over a buffer, unless it is told otherwise. @param {import('ws').RawData} data */
const textOf = (data) => new TextDecoder().decode(/** @type {Buffer} */ (data));
