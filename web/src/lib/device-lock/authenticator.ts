import type { DeviceWrap } from '../vault/lock-keys';

/*
 * The device's own check (fingerprint, face or the PIN of the device), by WebAuthn. Its PRF extension gives a secret that
 * only this authenticator knows, and only after that check. Without PRF it could open a door but wrap no key, so it is not
 * offered then. No server takes part. https://www.w3.org/TR/webauthn-3/#prf-extension
 */

const PRF_BYTES = 32;
/** Milliseconds for a person to answer. */
const ANSWER_MS = 60_000;

type DeviceFacts = Pick<DeviceWrap, 'credentialId' | 'salt'>;

/** Whether the device may have such a check. Whether it has PRF is known for certain once it was asked. */
export async function mayAskDevice(): Promise<boolean> {
  if (!('PublicKeyCredential' in window)) return false;
  const [hasCheck, capabilities] = await Promise.all([
    PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable(),
    PublicKeyCredential.getClientCapabilities?.() ?? {},
  ]);
  return hasCheck && (capabilities as Record<string, boolean>)['extension:prf'] !== false;
}

/** Makes a credential on this device. Undefined if it has no PRF. @throws NotAllowedError if the person declines */
export async function registerDevice(): Promise<(DeviceFacts & { output: BufferSource }) | undefined> {
  const salt = randomBytes();
  const credential = (await navigator.credentials.create({
    publicKey: {
      challenge: randomBytes(),
      rp: { name: NAME },
      // The authenticator may list it, so it names nobody.
      user: { id: randomBytes(), name: NAME, displayName: NAME },
      pubKeyCredParams: [
        { type: 'public-key', alg: ES256 },
        { type: 'public-key', alg: RS256 },
      ],
      authenticatorSelection: { authenticatorAttachment: 'platform', userVerification: 'required' },
      timeout: ANSWER_MS,
      extensions: { prf: { eval: { first: salt } } },
    },
  })) as PublicKeyCredential | null;
  const prf = credential?.getClientExtensionResults().prf;
  if (!credential || !(prf?.enabled ?? prf?.results)) return undefined;
  const device = { credentialId: credential.rawId, salt };
  // Some answer it only when the credential is used.
  const output = prf?.results?.first ?? (await askDevice(device));
  return output && { ...device, output };
}

/** The secret, after the device's check. Undefined if it gives none. @throws NotAllowedError if the person declines */
export async function askDevice({ credentialId, salt }: DeviceFacts): Promise<BufferSource | undefined> {
  const credential = (await navigator.credentials.get({
    publicKey: {
      challenge: randomBytes(),
      allowCredentials: [{ type: 'public-key', id: credentialId, transports: ['internal'] }],
      userVerification: 'required',
      timeout: ANSWER_MS,
      extensions: { prf: { eval: { first: salt } } },
    },
  })) as PublicKeyCredential | null;
  return credential?.getClientExtensionResults().prf?.results?.first;
}

const NAME = 'Inner Weather';
/** Of https://www.iana.org/assignments/cose. The signature is not looked at. */
const [ES256, RS256] = [-7, -257];

const randomBytes = (): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(PRF_BYTES));
