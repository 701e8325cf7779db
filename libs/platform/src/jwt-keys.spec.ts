import { generateKeyPairSync, type KeyObject, X509Certificate } from 'node:crypto';
import { keyId, readPublicKeys } from './jwt-keys.js';

const pem = (key: KeyObject, type: 'spki' | 'pkcs8' = 'spki') =>
  key.export({ type, format: 'pem' }).toString();

/** A certificate made for this test alone, and the key in it. */
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIC/zCCAeegAwIBAgIUb2p7IORuMX6fKaBvNr6HU4ZlN08wDQYJKoZIhvcNAQEL
BQAwDzENMAsGA1UEAwwEdGVzdDAeFw0yNjExMjEwOTM3MDBaFw0zNjExMTgwOTM3
MDBaMA8xDTALBgNVBAMMBHRlc3QwggEiMA0GCSqGSIb3DQEBAQUAA4IBDwAwggEK
AoIBAQDCVCGJyBsZRXqlaoQIZnMEw49UJ9lev/sK0gWGeWRYpkYFeSvTY3/SQXic
kpD5EFY6CBoAkEKC0aAWA/EPb2LrtvCpV2zzplLuScOsJQzkwe+dhEF+1B23T0R3
dTmqeCLB4zNZ9EaHJRcEXGeXFqwlMTcsM65F6XTV5DPOTHi1BaQnC2S6jLdw+PpM
ZzilTFVsrSvdogj1HEsTNFNb19HCFYJ0szgQ9FieUg+SQYOx0iMIx6hrDOlwrBUt
7nSSfOU2B5rbzRzConM/9Ci973JNHs9h+9Qp2gnxh4yuvA0WkYgF5/8LMorH93vo
Rt89cgwUEUg0W0LoiCOqH+Bhf2V3AgMBAAGjUzBRMB0GA1UdDgQWBBQqYDNtAK67
wmYa8Q3bUKqz2qRhjjAfBgNVHSMEGDAWgBQqYDNtAK67wmYa8Q3bUKqz2qRhjjAP
BgNVHRMBAf8EBTADAQH/MA0GCSqGSIb3DQEBCwUAA4IBAQClK31xPLMFfckN4XuK
UFZnUjPvN00tt65sASFqo+65CrLVf0bLiY8Y9czPZUL60nFJY0K5U2GS/zna1jFF
6w/QgjNqA2+mNxXNHZx80MhD4w+he55L8PSuvBd7p6OVmTagj3tD5W6Tb/2YM2Va
Y/UdlY8LtuAGUydOZ83ayfSqrkjehV5dR+lzoImKxeTR4at/bHYUUBJZlGd7bhLc
EfvQnalNZLXOzTIkKtsuWNsGOc0w2XO6bg7v+y2+n3tob14j9AFI31J9hdxkD6pB
dsTeo3pbK0PAR4mdKuSBn+tQ9g8qc00XJfwLX2Tfd/SALGSKaQITF2R2UVJZqz/c
f17F
-----END CERTIFICATE-----
`;
const ITS_KEY = new X509Certificate(CERTIFICATE).publicKey;

describe('the file of the public keys', () => {
  const one = generateKeyPairSync('rsa', { modulusLength: 2_048 });

  it('may hold keys and certificates, each known by the id of its key', () => {
    const keys = readPublicKeys(`${pem(one.publicKey)}\n${CERTIFICATE}`);
    expect([...keys.keys()]).toEqual([keyId(one.publicKey), keyId(ITS_KEY)]);
    expect(keys.get(keyId(ITS_KEY))?.equals(ITS_KEY)).toBe(true);
  });

  it.each([
    ['nothing', ''],
    ['only a private key', pem(one.privateKey, 'pkcs8')],
    ['a certificate that is cut off', CERTIFICATE.slice(0, -10)],
  ])('stops the boot with %s in it', (_what, text) => {
    expect(() => readPublicKeys(text)).toThrow('JWT_PUBLIC_KEYS_FILE holds no public key');
  });
});
