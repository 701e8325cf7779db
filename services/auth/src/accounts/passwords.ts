import { Algorithm, hash, verify } from '@node-rs/argon2';

/** OWASP's Password Storage Cheat Sheet: argon2id with 19 MiB, two passes, one lane. Memory in KiB. */
const OPTIONS = {
  algorithm: 2 satisfies Algorithm.Argon2id,
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
};

/** Of nobody's password; made once, at the first need. */
let decoy: Promise<string> | undefined;

export function hashPassword(password: string): Promise<string> {
  return hash(password, OPTIONS);
}

/** Takes the same time whether there is an account or not: without a hash it verifies against that of nobody. */
export async function passwordMatches(passwordHash: string | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('no account has this password');
  const matches = await verify(passwordHash ?? (await decoy), password);
  return matches && passwordHash !== undefined;
}
