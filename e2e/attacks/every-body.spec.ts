import { Api } from '../support/requests/api.js';
import { readE2eConfig } from '../support/stacks/config.js';
import { ROUTES } from '../support/requests/documented-routes.js';
import { everythingOf, newOwner } from '../support/requests/every-route.js';
import type { Owner } from '../support/requests/route-owner.js';
import { REQUESTS } from '../support/requests/route-requests.js';
import { expectProblem } from '../support/requests/problem.js';

const api = new Api(readE2eConfig().url);

/** Content types that a form on another site can send without a preflight request. */
const OF_FORMS = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'];
/** Mailboxes stop a mail by a form (RFC 8058, 3.2). The secret in the address takes the place of a session. */
const ONE_CLICK = 'POST /api/reminders/letter-mail/{secret}';
/** Keys by which a careless parser changes the prototype of the object that it makes. */
const PROTOTYPE_KEYS = [
  '"__proto__":{"isAdmin":true,"userId":"x"}',
  '"constructor":{"prototype":{"isAdmin":true}}',
  '"\\u005f_proto__":{"isAdmin":true}',
];

describe('the body of every route', () => {
  let owner: Owner;
  let before: unknown;

  beforeAll(async () => {
    owner = await newOwner(api);
    before = await everythingOf(owner);
  });

  const sendText = (route: string, body: string, type: string) => {
    const [method = '', path = ''] = route.split(' ');
    const { path: ids = {}, headers = {} } = REQUESTS[route]!(owner);
    const address = path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '');
    return owner.person.request(method, address, { body, headers: { ...headers, 'content-type': type } });
  };

  // Routes for GET and HEAD ignore the body.
  const WITH_BODY = ROUTES.filter((route) => !/^(GET|HEAD) /.test(route));

  describe.each(WITH_BODY)('%s', (route) => {
    it('cannot be sent by a form', async () => {
      const whole = JSON.stringify(REQUESTS[route]!(owner).body ?? {});
      for (const type of route === ONE_CLICK ? ['text/plain'] : OF_FORMS)
        expectProblem(await sendText(route, whole, type), 415, 'unsupported_media_type');
    });

    it('has no key that reaches into prototypes', async () => {
      const rest = JSON.stringify(REQUESTS[route]!(owner).body ?? {}).slice(1);
      for (const key of PROTOTYPE_KEYS) {
        const body = rest === '}' ? `{${key}}` : `{${key},${rest}`;
        expectProblem(await sendText(route, body, 'application/json'), 400, 'malformed_request');
      }
      expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
    });
  });

  it('has changed nothing by any of these', async () => {
    expect(await everythingOf(owner)).toEqual(before);
  });
});
