import { open, seal, SealError, sealingKey } from './sealed-bytes.js';

const key = sealingKey();
const place = ['entries.content', 'ada', '6b01'];
const text = Buffer.from('A walk by the river 🌧');

/** Offsets of the parts of sealed bytes. */
const PARTS = { version: 0, keyId: 1, nonce: 9, ciphertext: 21 };

describe('sealed bytes', () => {
  it.each([text, Buffer.alloc(0), Buffer.alloc(80_000, 'x')])('open to what was sealed (%#)', (plain) => {
    expect(open(key, place, seal(key, place, plain))).toEqual(plain);
  });

  it('are laid out as documented, and 37 bytes longer than the text', () => {
    const sealed = seal(key, place, text);
    expect(sealed).toHaveLength(1 + 8 + 12 + text.length + 16);
    expect(sealed[PARTS.version]).toBe(1);
    expect(sealed.toString('hex', PARTS.keyId, PARTS.nonce)).toBe(key.id);
    expect(sealed.includes('walk')).toBe(false);
  });

  it('never have the same nonce twice', () => {
    const nonces = Array.from({ length: 1_000 }, () =>
      seal(key, place, text).toString('hex', PARTS.nonce, PARTS.ciphertext),
    );
    expect(new Set(nonces).size).toBe(1_000);
  });

  it('do not open when any single byte was changed', () => {
    const sealed = seal(key, place, text);
    for (let at = 0; at < sealed.length; at += 1) {
      const tampered = Buffer.from(sealed);
      tampered[at]! ^= 1;
      expect(() => open(key, place, tampered)).toThrow(SealError);
    }
  });

  it('do not open when any of them is missing, or one was added', () => {
    const sealed = seal(key, place, text);
    for (let length = 0; length < sealed.length; length += 1)
      expect(() => open(key, place, sealed.subarray(0, length))).toThrow(SealError);
    expect(() => open(key, place, Buffer.concat([sealed, Buffer.of(0)]))).toThrow(SealError);
  });

  it.each([
    ["another person's", ['entries.content', 'eve', '6b01']],
    ['of another document', ['entries.content', 'ada', '6b02']],
    ['of another field', ['jobs.text', 'ada', '6b01']],
    ['split in another way', ['entries.content', 'ada6', 'b01']],
    ['without a part', ['entries.content', 'ada']],
  ])('do not open at a place that is %s', (_what, other) => {
    expect(() => open(key, other, seal(key, place, text))).toThrow(/another place/);
  });

  it('do not open under another key, not even under one with the same name', () => {
    const sealed = seal(key, place, text);
    expect(() => open(sealingKey(), place, sealed)).toThrow('sealed under another key');
    expect(() => open({ ...key, secret: sealingKey().secret }, place, sealed)).toThrow(/changed/);
  });

  it('reveal nothing of the text in an error', () => {
    const refused = () => open(key, ['elsewhere'], seal(key, place, text));
    expect(refused).not.toThrow(/walk/);
  });
});

describe('the name of a key', () => {
  it('follows from its secret', () => {
    expect(sealingKey(key.secret.export()).id).toBe(key.id);
    expect(sealingKey().id).not.toBe(key.id);
    expect(key.id).toMatch(/^[0-9a-f]{16}$/);
  });
});
