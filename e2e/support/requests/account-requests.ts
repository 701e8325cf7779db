import { claimsOf, PASSWORD, signUpForm } from './api.js';
import type { Owner, RouteRequest } from './route-owner.js';

/** This stack has no address for which passkeys could be made: auth's passkeys.spec.ts and browser/logging-in.spec.ts have one. */
const PASSKEY = { id: 'AA', clientDataJSON: 'AA' };

export const PLACE = 'geo:41.15,-8.61';

/** Those of route-requests.ts about accounts, their sessions and what administrators do. */
export const ACCOUNT_REQUESTS: Record<string, (owner: Owner) => RouteRequest> = {
  'POST /api/user/new': ({ person }) => ({
    body: signUpForm({
      email: person.user.email,
      place: PLACE,
      language: 'fr',
      invitation: 'none',
      emailProof: 'none',
    }),
  }),
  'POST /api/login': ({ person }) => ({
    body: { email: person.user.email, password: `not ${PASSWORD}`, code: '000000' },
  }),
  'POST /api/login/passkey': () => ({
    body: { ...PASSKEY, authenticatorData: 'AA', signature: 'AA', userHandle: 'AA' },
  }),
  'GET /api/oidc/pending': () => ({ query: { id: 'none' } }),
  'POST /api/oidc/pending/sign-up': ({ person }) => ({
    query: { id: 'none' },
    body: {
      firstName: 'Somebody',
      lastName: 'Else',
      location: 'Bergen',
      place: PLACE,
      language: 'fr',
      email: person.user.email,
    },
  }),
  'POST /api/oidc/pending/connection': () => ({
    query: { id: 'none' },
    body: { password: PASSWORD, code: '000000' },
  }),
  'POST /api/oidc/{provider}': () => ({
    path: { provider: 'none' },
    body: {
      purpose: 'connect',
      returnTo: '/settings',
      invitation: 'none',
      currentPassword: PASSWORD,
      code: '000000',
    },
  }),
  'POST /api/user/me/identities/{provider}/removal': () => ({
    path: { provider: 'none' },
    body: { currentPassword: PASSWORD },
  }),
  'POST /api/password-resets': ({ person }) => ({ body: { email: person.user.email } }),
  'PUT /api/password-resets': () => ({ body: { token: 'none', password: PASSWORD, passwordVal: PASSWORD } }),
  'PUT /api/email-proofs': () => ({ body: { token: 'none', currentPassword: PASSWORD } }),
  'PUT /api/user/me/email-proof': () => ({ body: { token: 'none' } }),
  'DELETE /api/invitations/{id}': () => ({ path: { id: 'none' } }),
  'PATCH /api/admin/installation': () => ({ body: { registration: 'open', keysKeptElsewhere: false } }),
  'GET /api/admin/accounts': () => ({ query: { cursor: '0'.repeat(24) } }),
  'POST /api/admin/accounts/{id}/reset-links': ({ person }) => ({
    path: { id: person.user.id },
    body: { currentPassword: PASSWORD },
  }),
  'DELETE /api/admin/accounts/{id}/sessions': ({ person }) => ({ path: { id: person.user.id } }),
  'PUT /api/admin/accounts/{id}/administrator': ({ person }) => ({
    path: { id: person.user.id },
    body: { isAdmin: true, currentPassword: PASSWORD },
  }),
  'GET /api/admin/queues/{queue}/dead-letters': () => ({ path: { queue: 'weather.on-entry' } }),
  'POST /api/admin/queues/{queue}/replays': () => ({ path: { queue: 'weather.on-entry' } }),
  'GET /api/places': () => ({ query: { name: 'Porto', whole: 'true' } }),
  'GET /api/places/weather': () => ({ query: { place: PLACE } }),
  'PATCH /api/user/me': ({ person }) => ({
    body: {
      firstName: 'Somebody',
      lastName: 'Else',
      location: 'Bergen',
      place: PLACE,
      timeZone: 'Europe/Oslo',
      dayEndsAt: 4,
      language: 'fr',
      email: person.user.email,
      password: PASSWORD,
      currentPassword: PASSWORD,
      aiConsent: ['gemini'],
      measuresToAi: true,
    },
  }),
  'DELETE /api/user/me': () => ({ body: { currentPassword: PASSWORD } }),
  'DELETE /api/user/me/sessions/{id}': ({ person }) => ({ path: { id: claimsOf(person.token).sid } }),
  'POST /api/user/me/access-tokens': () => ({
    body: {
      name: 'A script',
      scopes: ['entries:read'],
      expiresInDays: 30,
      currentPassword: PASSWORD,
      code: '000000',
    },
  }),
  'DELETE /api/user/me/access-tokens/{id}': ({ accessToken }) => ({ path: { id: accessToken.id } }),
  'POST /api/user/me/passkeys/options': () => ({ body: { currentPassword: PASSWORD, code: '000000' } }),
  'POST /api/user/me/passkeys': () => ({
    body: { ...PASSKEY, attestationObject: 'AA', transports: ['internal'] },
  }),
  'PATCH /api/user/me/passkeys/{id}': () => ({ path: { id: 'none' }, body: { name: 'My phone' } }),
  'POST /api/user/me/passkeys/{id}/removal': () => ({
    path: { id: 'none' },
    body: { currentPassword: PASSWORD },
  }),
  'POST /api/user/me/second-factor': () => ({ body: { currentPassword: PASSWORD } }),
  'POST /api/user/me/second-factor/confirmation': () => ({ body: { code: '000000' } }),
  'POST /api/user/me/second-factor/removal': () => ({ body: { currentPassword: PASSWORD, code: '000000' } }),
  'POST /api/user/me/second-factor/recovery-codes': () => ({
    body: { currentPassword: PASSWORD, code: '000000' },
  }),
};
