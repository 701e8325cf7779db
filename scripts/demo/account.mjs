import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ROOT } from '../../deploy/local/prepare.mjs';

/**
 * The sign-in of the demo account, in a private file of the data folder. DEMO_PASSWORD overrides its password.
 * @typedef {{url: string, email: string, password: string}} Account
 */

const EMAIL = 'demo@example.org';
const file = () => join(resolve(ROOT, process.env.DATA_DIR || '.data'), 'demo-account.json');

/** The existing account of an installation. @param {string} url @returns {Account | undefined} */
export function readAccount(url) {
  const password = process.env.DEMO_PASSWORD;
  if (password) return { url, email: EMAIL, password };
  if (!existsSync(file())) return undefined;
  const account = /** @type {Account} */ (JSON.parse(readFileSync(file(), 'utf8')));
  return account.url === url ? account : undefined;
}

/** @param {string} url @returns {Account} */
export const newAccount = (url) => ({
  url,
  email: EMAIL,
  password: process.env.DEMO_PASSWORD || randomBytes(12).toString('base64url'),
});

/** @param {Account} account */
export function keepAccount(account) {
  if (process.env.DEMO_PASSWORD) return;
  mkdirSync(resolve(file(), '..'), { recursive: true });
  writeFileSync(file(), JSON.stringify(account), { mode: 0o600 });
}

export const forgetAccount = () => rmSync(file(), { force: true });
