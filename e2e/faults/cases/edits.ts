import type { EntryDto } from '@inner-weather/contracts/journal/entries.dto';
import { eventually } from '@inner-weather/testing/eventually';
import type { Api, Person } from '../../support/api.js';
import type { SharedStack } from '../../support/shared-stack.js';
import { isSoak } from '../../support/soak.js';

const PEOPLE = 4;
const ENTRIES_EACH = isSoak ? 250 : 50;

export const edits = (stackOf: () => SharedStack) =>
  describe('an edit and a stamp', () => {
    let stack: SharedStack;
    let api: Api;

    beforeAll(() => {
      stack = stackOf();
      api = stack.api;
    });

    const edit = (person: Person, { _id }: EntryDto, location: string) =>
      person.request<EntryDto>('PUT', `/api/journal/update/${_id}`, {
        body: { content: `edited ${_id}`, inputMood: 'Tired', location },
      });

    it(`never lose each other, in ${PEOPLE * ENTRIES_EACH} pairs at the same time`, async () => {
      const people = await Promise.all(
        Array.from({ length: PEOPLE }, () => api.signUp({ location: 'Bergen' })),
      );
      await Promise.all(
        people.map(async (person) => {
          for (let n = 0; n < ENTRIES_EACH; n += 1) {
            // The weather of this entry arrives at the same time as the edit.
            const entry = await person.write();
            const { status } = await edit(person, entry, 'Bergen');
            expect(status).toBe(200);
          }
        }),
      );
      await eventually(
        async () => {
          for (const person of people) {
            const { body } = await person.search();
            expect(body).toHaveLength(ENTRIES_EACH);
            expect(body.filter(({ weatherData }) => weatherData !== 'Light rain')).toEqual([]);
            expect(body.filter(({ _id, content }) => content !== `edited ${_id}`)).toEqual([]);
          }
        },
        { timeoutMs: 60_000, everyMs: 250 },
      );
    }, 240_000);

    it('for an older city never overwrites the one for the newer city, however late it comes', async () => {
      const person = await api.signUp({ location: 'Reykjavik' });
      // The first look-up answers long after the second.
      stack.weather.script({
        delayMs: 2_500,
        body: { current: { condition: { text: 'Blizzard of the old city' } } },
      });
      const requestsBefore = stack.weather.seen.length;
      const entry = await person.write({ location: 'Reykjavik' });
      await eventually(() => expect(stack.weather.seen.length).toBe(requestsBefore + 1));
      await edit(person, entry, 'Porto');
      expect(await person.stamped(entry._id)).toMatchObject({ location: 'Porto', weatherData: 'Sunny' });
      await new Promise((resolve) => setTimeout(resolve, 3_500));
      const [found] = (await person.search()).body;
      expect(found).toMatchObject({ location: 'Porto', weatherData: 'Sunny', weatherStatus: 'ready' });
    }, 60_000);
  });
