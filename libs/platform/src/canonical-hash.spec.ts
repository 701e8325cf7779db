import { createSecretKey } from 'node:crypto';
import { canonicalHash } from './canonical-hash.js';

class Body {
  constructor(
    readonly content: string,
    readonly inputMood?: string,
  ) {}
}

describe('canonicalHash', () => {
  const hash = canonicalHash({ content: 'A walk', location: 'Porto', nested: { a: 1, b: [1, 2] } });

  it('does not depend on the order of fields, at any depth', () => {
    expect(canonicalHash({ nested: { b: [1, 2], a: 1 }, location: 'Porto', content: 'A walk' })).toBe(hash);
  });

  it('differs from key to key, and is stable under one key', () => {
    const body = { content: 'A walk', location: 'Porto', nested: { a: 1, b: [1, 2] } };
    const a = createSecretKey(Buffer.alloc(32, 'a'));
    const b = createSecretKey(Buffer.alloc(32, 'b'));
    expect(canonicalHash(body, a)).toBe(canonicalHash({ ...body }, a));
    expect(new Set([hash, canonicalHash(body, a), canonicalHash(body, b)]).size).toBe(3);
  });

  it('treats an undefined field as absent, and a DTO as its fields', () => {
    expect(canonicalHash({ content: 'A walk', inputMood: undefined })).toBe(
      canonicalHash({ content: 'A walk' }),
    );
    expect(canonicalHash(new Body('A walk'))).toBe(canonicalHash({ content: 'A walk' }));
  });

  it.each([
    { content: 'A walk', location: 'Porto', nested: { a: 1, b: [2, 1] } },
    { content: 'A walk.', location: 'Porto', nested: { a: 1, b: [1, 2] } },
    { content: 'A walk', location: 'Porto', nested: { a: '1', b: [1, 2] } },
    { content: 'A walk', location: 'Porto', nested: { a: 1, b: [1, 2] }, inputMood: '' },
    { content: 'Porto', location: 'A walk', nested: { a: 1, b: [1, 2] } },
  ])('differs for other bodies (%#)', (body) => {
    expect(canonicalHash(body)).not.toBe(hash);
  });
});
