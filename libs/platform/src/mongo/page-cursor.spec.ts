import { DomainError } from '@inner-weather/contracts/messaging/errors';
import { decodeCursor, encodeCursor } from './page-cursor.js';

const id = '6b01228883afd8e0a0da49e0';

describe('search cursor', () => {
  it.each(['2026-11-21T04:48:08.966Z', '0001-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z'])(
    'decodes to the encoded value (%s)',
    (at) => {
      const cursor = { createdAt: new Date(at), id };
      expect(decodeCursor(encodeCursor(cursor))).toEqual(cursor);
    },
  );

  it.each([
    '',
    'x',
    id,
    Buffer.from(`1e3.${id}`).toString('base64url'),
    Buffer.from(`5.${id}0`).toString('base64url'),
    Buffer.from(`9999999999999999.${id}`).toString('base64url'),
    Buffer.from('5.{"$gt":""}').toString('base64url'),
    Buffer.from(`NaN.${id}`).toString('base64url'),
    Buffer.from(`0.${id}.${id}`).toString('base64url'),
    Buffer.from(`0.${id}\n`).toString('base64url'),
    'A'.repeat(8_000),
  ])('refuses %j', (cursor) => {
    const refused = () => decodeCursor(cursor);
    expect(refused).toThrow(DomainError);
    expect(refused).toThrow(/cursor/);
  });
});
