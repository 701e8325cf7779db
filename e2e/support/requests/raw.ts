import { connect } from 'node:net';

/**
 * Writes bytes to an address and returns the answer until the connection is closed. `readsEarly: false`: reads nothing
 * before everything has been sent, as many clients do. `mayBeReset`: a reset counts as a close, too.
 */
export function sendRaw(
  url: string,
  bytes: string,
  { timeoutMs = 20_000, readsEarly = true, mayBeReset = false } = {},
): Promise<string> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(Number(port), hostname, () => socket.write(bytes, () => socket.resume()));
    socket.setTimeout(timeoutMs, () => socket.destroy(new Error(`no answer in time: ${answer}`)));
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
    socket.on('error', (error: NodeJS.ErrnoException) => {
      const isReset = ['ECONNRESET', 'EPIPE'].includes(error.code ?? '');
      if (mayBeReset && isReset) resolve(answer);
      else reject(error);
    });
    socket.on('close', () => resolve(answer));
    if (!readsEarly) socket.pause();
  });
}
