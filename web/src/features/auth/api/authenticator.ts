import { t } from '@lingui/core/macro';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  WebAuthnErrorCode,
} from '@simplewebauthn/browser';
import { ApiError } from '../../../lib/api/api-error';
import type { components } from '../../../lib/api/api-types.gen';

type Schemas = components['schemas'];

/** As the server sends them. */
type Options = Schemas['PasskeyOptionsDto']['options'];

/** Loaded when the first passkey is made or used. */
const load = () => import('@simplewebauthn/browser');

/** Whether this browser can use passkeys on this page. `origin`: the only one at which the server takes them, if any. */
export const canUsePasskeys = (origin: string | null | undefined): boolean =>
  origin === window.location.origin && 'PublicKeyCredential' in window;

/** Asks the person's authenticator for a new passkey. Throws an ApiError that says why there is none. */
export async function makePasskey(options: Options): Promise<Schemas['NewPasskeyDto']> {
  const { startRegistration } = await load();
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  const { id, response } = await startRegistration({ optionsJSON }).catch((error: unknown) => {
    throw refusalOf(error);
  });
  const { clientDataJSON, attestationObject, transports } = response;
  return { id, clientDataJSON, attestationObject, ...(transports && { transports }) };
}

/** Counts the requests to authenticators: a browser has one at a time, and a new one ends the one before. */
let requests = 0;

/** Asks the person to choose one of their passkeys. Throws an ApiError that says why there is none. */
export async function askForPasskey(options: Options, inField = false): Promise<Schemas['PasskeyLoginDto']> {
  const { startAuthentication } = await load();
  requests += 1;
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  const { id, response } = await startAuthentication({ optionsJSON, useBrowserAutofill: inField }).catch(
    (error: unknown) => {
      throw refusalOf(error);
    },
  );
  const { clientDataJSON, authenticatorData, signature, userHandle = '' } = response;
  return { id, clientDataJSON, authenticatorData, signature, userHandle };
}

/** Challenges are renewed when this part of their time is over. */
const RENEWED_AFTER = 0.8;

/**
 * Lets the browser offer passkeys in the field with `autocomplete="… webauthn"`, for as long as the page is open. Does
 * nothing in a browser that cannot. Returns a function that ends it.
 */
export function offerInField(
  getOptions: () => Promise<Options>,
  onChosen: (answer: Schemas['PasskeyLoginDto']) => void,
): () => void {
  let isOver = false;
  let renewal: number | undefined;
  let own = 0;
  const offer = async (): Promise<void> => {
    const { browserSupportsWebAuthnAutofill } = await load();
    if (!(await browserSupportsWebAuthnAutofill())) return;
    const options = await getOptions();
    if (isOver) return;
    renewal = window.setTimeout(start, Number(options.timeout) * RENEWED_AFTER);
    own = requests + 1;
    const answer = await askForPasskey(options, true);
    if (!isOver) onChosen(answer);
  };
  // Nobody asked for it, so nobody is told why there is none.
  const start = () => void offer().catch(() => undefined);
  start();
  return () => {
    isOver = true;
    window.clearTimeout(renewal);
    if (own !== 0) void load().then((it) => own === requests && it.WebAuthnAbortService.cancelCeremony());
  };
}

/** What a person can do about an error of the browser. */
function refusalOf(error: unknown): ApiError {
  const { code } = error as { code?: WebAuthnErrorCode };
  switch (code) {
    case 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED':
      return refusal(t`This device or password manager already has a passkey for your journal.`);
    case 'ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT':
    case 'ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT':
      return refusal(t`This key cannot hold a passkey. It needs free space, and a PIN or a fingerprint.`);
    default:
      return refusal(t`It was cancelled, or took too long. Please try again.`);
  }
}

/** With a status, since it is no lost connection. */
const refusal = (msg: string): ApiError => new ApiError(400, [{ msg }]);
