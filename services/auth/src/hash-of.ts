import { createHash } from 'node:crypto';

/** SHA-256, hex. Secrets that this service made are stored so: with 112 random bits and more a fast hash is enough. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
