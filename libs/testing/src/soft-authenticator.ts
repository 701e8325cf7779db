import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** Flags of authenticator data (https://www.w3.org/TR/webauthn-3/#authdata-flags). */
const PRESENT = 0x01;
const VERIFIED = 0x04;
const WITH_CREDENTIAL = 0x40;

interface CreationOptions {
  challenge: string;
  rp: { id: string };
  user: { id: string };
}

interface RequestOptions {
  challenge: string;
  rpId: string;
}

/** What an attacker, a careless browser or a broken authenticator could answer instead. */
interface Otherwise {
  origin?: string;
  host?: string;
  /** The operation that the browser says it was. */
  type?: string;
  isVerified?: boolean;
  counter?: number;
  userHandle?: string;
}

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();

const base64url = (text: string): string => Buffer.from(text).toString('base64url');

/** Browser and authenticator in one, with one passkey: ECDSA on P-256, attestation `none`. */
export class SoftAuthenticator {
  readonly id = randomBytes(20).toString('base64url');
  private readonly key: KeyObject;
  private readonly publicKey: Buffer;
  private userHandle = '';

  /**
   * @param origin of the page that asks
   * @param aaguid which kind of authenticator it says it is
   */
  constructor(
    readonly origin: string,
    private readonly aaguid = '00000000-0000-0000-0000-000000000000',
  ) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    this.key = privateKey;
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    // COSE (RFC 9053, 7.1.1): kty EC2, alg ES256, crv P-256, x, y.
    this.publicKey = Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y, 'base64url'),
    ]);
  }

  /** What `navigator.credentials.create` leads to. */
  make({ challenge, rp, user }: CreationOptions, otherwise: Otherwise = {}) {
    this.userHandle = user.id;
    const id = Buffer.from(this.id, 'base64url');
    const authData = Buffer.concat([
      this.authData(rp.id, WITH_CREDENTIAL, otherwise),
      Buffer.from(this.aaguid.replaceAll('-', ''), 'hex'),
      Buffer.from([0, id.length]),
      id,
      this.publicKey,
    ]);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(authData.length);
    // CBOR: a map of fmt, attStmt (an empty map) and authData (bytes with a length of two bytes).
    const attestationObject = Buffer.concat([
      Buffer.from('a363'.concat('666d74', '64', '6e6f6e65', '67', '61747453746d74', 'a0'), 'hex'),
      Buffer.from('68'.concat('6175746844617461', '59'), 'hex'),
      length,
      authData,
    ]);
    return {
      id: this.id,
      clientDataJSON: this.clientData('webauthn.create', challenge, otherwise),
      attestationObject: attestationObject.toString('base64url'),
      transports: ['internal'],
    };
  }

  /** What `navigator.credentials.get` leads to. */
  use({ challenge, rpId }: RequestOptions, otherwise: Otherwise = {}) {
    const clientDataJSON = this.clientData('webauthn.get', challenge, otherwise);
    const authData = this.authData(rpId, 0, otherwise);
    const signed = Buffer.concat([authData, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
    return {
      id: this.id,
      clientDataJSON,
      authenticatorData: authData.toString('base64url'),
      signature: sign('sha256', signed, this.key).toString('base64url'),
      userHandle: otherwise.userHandle ?? this.userHandle,
    };
  }

  private clientData(type: string, challenge: string, otherwise: Otherwise): string {
    const { origin = this.origin } = otherwise;
    return base64url(JSON.stringify({ type: otherwise.type ?? type, challenge, origin, crossOrigin: false }));
  }

  private authData(host: string, flags: number, otherwise: Otherwise): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(otherwise.counter ?? 0);
    const verified = otherwise.isVerified === false ? 0 : VERIFIED;
    return Buffer.concat([
      sha256(otherwise.host ?? host),
      Buffer.from([PRESENT | verified | flags]),
      counter,
    ]);
  }
}
