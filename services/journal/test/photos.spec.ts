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
});
