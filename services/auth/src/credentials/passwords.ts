import { availableParallelism } from 'node:os';
import { Algorithm, hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';

/** OWASP's Password Storage Cheat Sheet: argon2id with 19 MiB, two passes, one lane. Memory in KiB. */
const OPTIONS = {
  algorithm: 2 satisfies Algorithm.Argon2id,
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
};

/**
 * Hashes that are made or compared at the same time, each on a thread of its own. One processor is left to everything
 * else on this machine, however many people log in at once; who comes later waits in line.
 */
const inTurn = pLimit(Math.max(1, availableParallelism() - 1));

/** The hash of a password that nobody has. It is made once, when it is first needed. */
let decoy: Promise<string> | undefined;

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, OPTIONS));
}

/** Takes the same time whether or not there is an account: without a hash it compares with the decoy. */
export async function passwordMatches(passwordHash: string | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('no account has this password');
  const compared = passwordHash ?? (await decoy);
  const matches = await inTurn(() => verify(compared, password));
  return matches && passwordHash !== undefined;
}
