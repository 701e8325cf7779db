import { eventually } from '@inner-weather/testing/eventually';
import { type JournalUnderTest, startJournal } from './harness.js';

const userId = 'ana';
const entry = { email: 'ana@example.org', content: 'A walk by the river', location: 'Porto' };

describe('photos of entries', () => {
  let journal: JournalUnderTest;

  beforeAll(async () => {
    journal = await startJournal();
  });

  afterAll(() => journal.stop());

  it('are told of when their entry is deleted, or an edit drops them', async () => {
    const [one, two, three] = ['1', '2', '3'].map((digit) => digit.repeat(24)) as [string, string, string];
    const photos = [one, two];
    const dropped = () =>
      journal.seen
        // A slow relay publishes an event twice, under the same id.
        .filter(
          ({ type, id }, index) =>
            type === 'journal.photos.dropped.v1' && journal.seen.findIndex((one) => one.id === id) === index,
        )
        .flatMap(({ payload }) =>
          (payload.photoIds as string[]).map((id) => `${String(payload.userId)} ${id}`),
        );
    const inUse = async () =>
      (await journal.call('journal.find-used-photos', { userId, photoIds: [one, two, three] })).photoIds;
    const wordless = { ...entry, content: '', photos };
    const { _id: entryId, ...created } = await journal.call('journal.create-entry', {
      userId,
      entry: wordless,
    });
    expect(created).toMatchObject({ content: '', photos });
    expect(await inUse()).toEqual(photos);
    const edit = (changes: object) =>
      journal.call('journal.update-entry', {
        userId,
        entryId,
        changes: { content: '', inputMood: '', location: 'Porto', ...changes },
      });
    expect(await edit({ photos: [three, two] })).toMatchObject({ photos: [three, two] });
    expect(await inUse()).toEqual([two, three]);
    // It would have neither words nor photos.
    await expect(edit({ photos: [] })).rejects.toMatchObject({ code: 'validation_failed' });
    await eventually(() => expect(dropped()).toEqual([`${userId} ${one}`]));
    await journal.call('journal.delete-entry', { userId, entryId });
    await eventually(() => expect(dropped()).toEqual([one, three, two].map((id) => `${userId} ${id}`)));
    expect(await inUse()).toEqual([]);
  });

  it('show on their day: the first of the first entry that has any', async () => {
    const [early, other, late] = ['4', '5', '6'].map((digit) => digit.repeat(24)) as [string, string, string];
    const write = (date: string, photos: string[]) =>
      journal.call('journal.create-entry', { userId: 'bea', entry: { ...entry, date, photos } });
    await write('2020-05-05T18:00:00Z', [late]);
    await write('2020-05-05T08:00:00Z', []);
    const morning = await write('2020-05-05T09:00:00Z', [early, other]);
    await write('2020-05-06T09:00:00Z', []);
    const shown = async () =>
      (await journal.call('journal.list-days', { userId: 'bea', year: 2020 })).days.map(({ photo }) => photo);
    expect(await shown()).toEqual([early, null]);
    await journal.call('journal.delete-entry', { userId: 'bea', entryId: morning._id });
    expect(await shown()).toEqual([late, null]);
  });
});
