import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

/** What the provider knows of a person, as claims. */
export interface ProviderPerson {
  email?: string;
  email_verified?: boolean;
  given_name?: string;
  family_name?: string;
  groups?: string[];
}

export const CLIENT_ID = 'journal';
export const CLIENT_SECRET = 'a secret of the journal';

export type RunningProvider = Awaited<ReturnType<typeof startOidcProvider>>;

/**
 * The library oidc-provider as a server on loopback. Its login page asks for the id of a person only. Grants are given
 * without a question. Its address is 127.0.0.1, so that it is another site than localhost.
 */
export async function startOidcProvider({
  journals,
  ids = ['house'],
}: {
  journals: string[];
  ids?: string[];
}) {
  const people = new Map<string, ProviderPerson>();
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 });
  const key = { ...privateKey.export({ format: 'jwk' }), kid: randomUUID(), use: 'sig', alg: 'RS256' };
  let serve: (request: IncomingMessage, response: ServerResponse) => void = () => undefined;
  const server = createServer((request, response) => serve(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const provider: Provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        redirect_uris: journals.flatMap((journal) => ids.map((id) => `${journal}/api/oidc/${id}/callback`)),
        post_logout_redirect_uris: journals.map((journal) => `${journal}/`),
        ...(journals[0] && { backchannel_logout_uri: `${journals[0]}/api/oidc/${ids[0]}/logout` }),
        backchannel_logout_session_required: true,
      },
    ],
    jwks: { keys: [key] as never },
    cookies: { keys: ['a key of the provider'] },
    pkce: { required: () => true },
    // Seconds.
    ttl: {
      Interaction: 600,
      Grant: 3_600,
      Session: 3_600,
      AccessToken: 600,
      IdToken: 600,
      AuthorizationCode: 60,
    },
    claims: {
      openid: ['sub'],
      profile: ['given_name', 'family_name', 'groups'],
      email: ['email', 'email_verified'],
    },
    findAccount: (_context, sub) => ({
      accountId: sub,
      claims: () => ({ sub, ...people.get(sub) }),
    }),
    loadExistingGrant: async ({ oidc }) => {
      const { client, session } = oidc;
      const grant = new provider.Grant({ clientId: client?.clientId, accountId: session?.accountId });
      grant.addOIDCScope('openid profile email');
      await grant.save();
      return grant;
    },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: {
        enabled: true,
        // Its own page loads a font from elsewhere.
        postLogoutSuccessSource: (context) => {
          context.body = page('You are signed out.');
        },
        logoutSource: (context, form) => {
          context.body = page(
            `${form}<button form="op.logoutForm" name="logout" value="yes">Sign me out</button>`,
          );
        },
      },
    },
  });
  const answer = provider.callback();
  const logIn = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method !== 'POST') {
      response.setHeader('content-type', 'text/html');
      response.end(
        page(
          '<form method="post"><label>Account <input name="sub" /></label><button>Continue</button><button name="deny" value="yes">Cancel</button></form>',
        ),
      );
      return;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const fields = new URLSearchParams(Buffer.concat(chunks).toString());
    const result = fields.has('deny')
      ? { error: 'access_denied' }
      : { login: { accountId: fields.get('sub') ?? '' } };
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
  };
  serve = (request, response) => {
    const handle = request.url?.startsWith('/interaction/')
      ? logIn(request, response)
      : answer(request, response);
    void Promise.resolve(handle).catch(() => response.destroy());
  };

  return {
    issuer,
    people,
    /** The provider as OIDC_PROVIDERS describes it. */
    settings: (over: object = {}) => ({
      id: ids[0] ?? 'house',
      name: 'The House',
      issuer,
      clientId: CLIENT_ID,
      clientSecret: CLIENT_SECRET,
      ...over,
    }),
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const page = (body: string): string =>
  `<!doctype html><html lang="en"><title>The House</title><body>${body}</body></html>`;
