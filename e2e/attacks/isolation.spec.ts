import { ANSWER_MARK } from '@inner-weather/domain/problems/answer-mark';
import { Api, PASSWORD } from '../support/requests/api.js';
import { readE2eConfig } from '../support/stacks/config.js';
import { documentedPlaces, ROUTES } from '../support/requests/documented-routes.js';
import {
  everythingOf,
  isForAdministrators,
  newOwner,
  ownerFor,
  placesOf,
  send,
  withPlace,
} from '../support/requests/every-route.js';
import { REQUESTS } from '../support/requests/route-requests.js';
import { expectProblem } from '../support/requests/problem.js';

const api = new Api(readE2eConfig().url);

/**
 * The status of a stranger's request in which one place names a resource of the owner, if not 403 or 404. With 2xx
 * the answer is about the stranger: a cursor is a point in time, and an Idempotency-Key counts within one account.
 */
const OTHERWISE: Record<string, number[]> = {
  'POST /api/user/new with body.email': [409],
  'POST /api/login with body.email': [401],
  // Answers the same for every email, and changes nothing that its owner can see.
  'POST /api/password-resets with body.email': [202],
  'PATCH /api/user/me with body.email': [409],
  'POST /api/journal/new with headers.Idempotency-Key': [201],
  // Creates an entry of the stranger's own, under another id.
  'POST /api/journal/import with body.entries': [200],
  // An import of the stranger's own, with the same id.
  'POST /api/journal/import with body.import': [200],
  // Compares with the stranger's own entries and imports.
  'POST /api/journal/import/check with body.entries': [200],
  'POST /api/journal/import/check with body.import': [200],
  // A photo of the stranger's own, under another id.
  'POST /api/photos with headers.Idempotency-Key': [201],
  // Finds none.
  'GET /api/photos with query.ids': [200],
  'POST /api/journal/new with body.photos': [400],
  'PUT /api/journal/update/{id} with body.photos': [400],
  'GET /api/journal/search with query.cursor': [200],
  // The key was used with the stranger's own measure.
  'POST /api/journal/new with body.measures': [422],
  // A measure that the stranger does not have: nothing is stored, found, put in order or deleted.
  'PUT /api/journal/update/{id} with body.measures': [200],
  'POST /api/journal/search with body.measure': [200],
  'PUT /api/measures with body.ids': [200],
  'DELETE /api/measures/{id} with path.id': [204],
  // A measure of the stranger's own, with the same id.
  'PUT /api/measures/{id} with path.id': [200],
  'PUT /api/measures/{id}/days/{day} with path.id': [204],
  // A mood that the stranger does not have, or one of their own with the same id.
  'PUT /api/moods with body.ids': [200],
  'DELETE /api/moods/{id} with path.id': [204],
  'PUT /api/moods/{id} with path.id': [200],
  'POST /api/journal/search with body.cursor': [200],
  'POST /api/insights with headers.Idempotency-Key': [202],
  'GET /api/insights with query.cursor': [200],
  // Devices of the stranger's own.
  'POST /api/reminders/subscriptions with body.endpoint': [201],
  'POST /api/reminders/subscriptions with body.keys': [201],
  // The link is the secret, for calendar apps.
  'GET /api/reminders/feed/{secret} with path.secret': [200],
};
const NOT_YOURS = [403, 404];

const owner = await newOwner(api);
let stranger = await newOwner(api);
const before = await everythingOf(owner);

// Contract: 6 users are anonymous or authenticated, without other roles in the contract
// ASVS 8.1.1, 8.1.2, 8.2.1, 8.2.2, 8.2.3, 8.3.1, 8.4.1, 15.3.1, 15.3.3
describe('two people', () => {
  const ownTexts = (): string[] => [
    owner.mark,
    owner.person.user.id,
    owner.entry._id,
    owner.importId,
    owner.photoId,
    owner.insight.id,
    owner.accessToken.id,
    owner.deviceId,
  ];
  const expectNothingOfTheOwners = (body: unknown): void => {
    const text = JSON.stringify(body);
    for (const own of ownTexts()) {
      expect(text).not.toContain(own);
    }
  };

  it('begin with data of their own', async () => {
    const text = JSON.stringify(before);
    for (const own of ownTexts()) {
      expect(text).toContain(own);
    }
    expect(text).toContain(owner.measureId);
    expect(owner.entriesCursor).toBeTruthy();
    expect(owner.insightsCursor).toBeTruthy();
    expect(await everythingOf(stranger)).not.toEqual(before);
  });

  it('are tested at every route of the document, and at no other', () => {
    expect(Object.keys(REQUESTS).sort()).toEqual([...ROUTES].sort());
  });

  describe.each(ROUTES)('%s', (route) => {
    beforeAll(async () => {
      stranger = await ownerFor(route, api, stranger);
    });

    it('is tested with every parameter and every field that it has', () => {
      const places = [...placesOf(REQUESTS[route]!(owner)).keys()];
      expect(places.sort()).toEqual(documentedPlaces(route));
    });

    it('refuses resources of another user anywhere in the request', async () => {
      const own = placesOf(REQUESTS[route]!(stranger));
      const theirs = placesOf(REQUESTS[route]!(owner));
      for (const [place, value] of theirs) {
        if (JSON.stringify(own.get(place)) === JSON.stringify(value)) continue;
        const request = withPlace(REQUESTS[route]!(stranger), place, value);
        const answer = await send(route, stranger, request);
        const what = `${route} with ${place}`;
        const wanted = OTHERWISE[what] ?? NOT_YOURS;
        expect({ what, status: wanted.includes(answer.status) ? wanted : answer.status }).toEqual({
          what,
          status: wanted,
        });
        expectNothingOfTheOwners(answer.body);
      }
    });

    // After the others, since some of these requests end the sender's account or session.
    it('answers its own user', async () => {
      const answer = await send(route, stranger, REQUESTS[route]!(stranger));
      if (isForAdministrators(route)) expectProblem(answer, 403, 'forbidden');
      expect(answer.status).toBeLessThan(500);
      // Without it, the page takes an answer for one of whatever stands in front of the journal.
      expect(answer.headers.get(ANSWER_MARK)).toBe('1');
      expectNothingOfTheOwners(answer.body);
    });
  });

  it("have changed nothing of the other's by any of these", async () => {
    expect(await everythingOf(owner)).toEqual(before);
  });

  it('keep their passwords', async () => {
    expect((await api.logIn(owner.person, PASSWORD)).user).toEqual(owner.person.user);
  });
});
