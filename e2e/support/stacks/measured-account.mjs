import { PlainError } from '../../../deploy/local/log.mjs';

export const PASSWORD = 'a long evening walk';

/**
 * Signs a person up, after an administrator, who would be told so above the journal.
 * @param {string} url of the stack
 */
export async function signUp(url) {
  let token = '';
  /**
   * @param {string} method
   * @param {string} path
   * @param {object} [body] JSON, or the bytes of a PNG
   */
  const send = async (method, path, body) => {
    const type = Buffer.isBuffer(body) ? 'image/png' : 'application/json';
    const answer = await fetch(`${url}/api${path}`, {
      method,
      headers: { 'content-type': type, ...(token && { 'x-auth-token': token }) },
      ...(body && { body: Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body) }),
    });
    if (!answer.ok) throw new PlainError(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return /** @type {Promise<Record<string, unknown>>} */ (answer.json());
  };
  const form = { lastName: 'Lovelace', location: 'Porto', password: PASSWORD, passwordVal: PASSWORD };
  const email = 'ada@example.org';
  await send('POST', '/user/new', { ...form, firstName: 'Admin', email: 'admin@example.org' });
  token = String((await send('POST', '/user/new', { ...form, firstName: 'Ada', email })).token);
  return { email, send };
}
