import { availableParallelism } from 'node:os';
import { Algorithm, hash, verify } from '@node-rs/argon2';
import { Turns } from './turns.js';

/** OWASP's Password Storage Cheat Sheet: argon2id with 19 MiB, two passes, one lane. Memory in KiB. */
const OPTIONS = {
  algorithm: 2 satisfies Algorithm.Argon2id,
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
};

/**
 * Hashes that are made or compared at the same time, each on a thread of its own. One processor is left to everything
 * else on this machine, however many people log in at once. The accounts of the others take turns.
 */
const turns = new Turns(Math.max(1, availableParallelism() - 1));

let decoy: Promise<string> | undefined;

/** The hash of a password that no account has. It is computed when it is first needed, and again if no turn came in time. */
function hashDecoy(): Promise<string> {
  decoy ??= hashPassword('no account has this password', '').catch((error: unknown) => {
    decoy = undefined;
    throw error;
  });
  return decoy;
}

/** `account`: the email of the account, which takes turns with others. */
export function hashPassword(password: string, account: string): Promise<string> {
  return turns.run(account, () => hash(password, OPTIONS));
}

/**
 * Takes the same time whether or not there is an account: without a hash it compares with the decoy. `account`: the email
 * that was given, which takes turns with others.
 */
export async function passwordMatches(
  passwordHash: string | undefined,
  password: string,
  account: string,
): Promise<boolean> {
  const compared = passwordHash ?? (await hashDecoy());
  const matches = await turns.run(account, () => verify(compared, password));
  return matches && passwordHash !== undefined;
}
