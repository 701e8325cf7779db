import { Api } from '../support/requests/api.js';
import { readE2eConfig } from '../support/stacks/config.js';
import { ROUTES } from '../support/requests/documented-routes.js';
import { everythingOf, newOwner } from '../support/requests/every-route.js';
import { REQUESTS } from '../support/requests/route-requests.js';
import { expectProblem } from '../support/requests/problem.js';

const api = new Api(readE2eConfig().url);

/** Content types that a form on another site can send without a preflight request. */
const PLAIN = 'text/plain';
const OF_FORMS = ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'];
/** Mailboxes stop a mail by a form (RFC 8058, 3.2). The secret in the address takes the place of a session. */
const ONE_CLICK = 'POST /api/reminders/letter-mail/{secret}';

const owner = await newOwner(api);
const before = await everythingOf(owner);

describe('the body of every route', () => {
  const sendText = (route: string, body: string, type: string) => {
    const [method = '', path = ''] = route.split(' ');
    const { path: ids = {}, headers = {} } = REQUESTS[route]!(owner);
    const address = path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? '');
    return owner.person.request(method, address, { body, headers: { ...headers, 'content-type': type } });
  };

  // Routes for GET and HEAD ignore the body.
  const WITH_BODY = ROUTES.filter((route) => !/^(GET|HEAD) /.test(route));

  it.each(WITH_BODY)('%s cannot be sent by a form', async (route) => {
    const whole = JSON.stringify(REQUESTS[route]!(owner).body ?? {});
    for (const type of route === ONE_CLICK ? [PLAIN] : OF_FORMS)
      expectProblem(await sendText(route, whole, type), 415, 'unsupported_media_type');
  });

  it('cannot be plain text', async () => {
    const answer = await sendText('POST /api/journal/search', '{}', PLAIN);
    expectProblem(answer, 415, 'unsupported_media_type');
  });

  it('has changed nothing by any of these', async () => {
    expect(await everythingOf(owner)).toEqual(before);
  });
});
