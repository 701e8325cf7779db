import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { trustedAuthorities } from '../../deploy/local/trusted-authorities.mjs';

describe('TRUSTED_AUTHORITIES of `npm start`', () => {
  const folder = mkdtempSync(join(tmpdir(), 'inner-weather-authorities-'));
  const file = join(folder, 'ca.pem');

  afterAll(() => rmSync(folder, { recursive: true }));

  it('is handed to every service as Node.js wants it, and left out where it is not set', () => {
    writeFileSync(file, '-----BEGIN CERTIFICATE-----\nMA==\n-----END CERTIFICATE-----\n');
    expect(trustedAuthorities({ TRUSTED_AUTHORITIES: file })).toEqual({ NODE_EXTRA_CA_CERTS: file });
    expect(trustedAuthorities({ TRUSTED_AUTHORITIES: '' })).toEqual({});
  });

  it('is refused where Node.js would only warn, and then trust no one', () => {
    writeFileSync(file, 'a certificate in another form');
    expect(() => trustedAuthorities({ TRUSTED_AUTHORITIES: file })).toThrow(/certificates in PEM/);
    expect(() => trustedAuthorities({ TRUSTED_AUTHORITIES: join(folder, 'none') })).toThrow(/cannot be read/);
  });
});
