import { randomUUID } from 'node:crypto';
import type { PutBeginningsDto } from '@inner-weather/contracts/beginnings/beginnings.dto';
import { BEGINNING_LIMITS, NO_BEGINNINGS } from '@inner-weather/domain/beginnings/beginnings';
import { eventually } from '@inner-weather/testing/eventually';
import { type JournalUnderTest, startJournal } from './harness.js';

const question = (text: string) => ({ _id: randomUUID(), text, weekdays: [7], archived: false });
const template = (name: string) => ({ _id: randomUUID(), name, text: 'What stayed:\n\n' });

describe('questions and templates', () => {
  let journal: JournalUnderTest;

  beforeAll(async () => {
    journal = await startJournal();
  });

  afterAll(() => journal.stop());

  const get = (userId: string) => journal.call('journal.get-beginnings', { userId });
  const put = (userId: string, beginnings: PutBeginningsDto) =>
    journal.call('journal.put-beginnings', { userId, beginnings });

  it('are replaced as a whole, encrypted, by version', async () => {
    const userId = 'has-questions';
    expect(await get(userId)).toEqual({ version: 0, ...NO_BEGINNINGS });
    const first = {
      ...NO_BEGINNINGS,
      questions: [question('Did the herons come?')],
      templates: [template('After therapy')],
      onlyOwn: true,
    };
    expect(await put(userId, { version: 0, ...first })).toEqual({ version: 1, ...first });
    // The answer was lost, and the page sends it again.
    expect(await put(userId, { version: 0, ...first })).toEqual({ version: 1, ...first });
    const second = { ...first, hidden: ['dream' as const] };
    const other = { ...first, questions: [] };
    await put(userId, { version: 1, ...second });
    await expect(put(userId, { version: 1, ...other })).rejects.toMatchObject({
      code: 'changed_meanwhile',
      errors: [{ code: 'beginnings_changed' }],
    });
    expect(await get(userId)).toEqual({ version: 2, ...second });
    expect(await get('somebody else')).toMatchObject({ questions: [] });
    const stored = await journal.ownLists.find({}).toArray();
    expect(JSON.stringify(stored)).not.toMatch(/heron|therapy|What stayed|onlyOwn/);
  });

  it('of two devices at the same time, one wins and the other is told', async () => {
    const userId = 'has-two-devices';
    const settled = await Promise.allSettled(
      ['a', 'b', 'c'].map((text) =>
        put(userId, { version: 0, ...NO_BEGINNINGS, questions: [question(text)] }),
      ),
    );
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const { version, questions } = await get(userId);
    expect([version, questions.length]).toEqual([1, 1]);
  });

  it.each([
    ['too many', { questions: Array.from({ length: 51 }, () => question('Why?')) }, 'questions_invalid'],
    ['without words', { questions: [question(' \u200b ')] }, 'question_invalid'],
    ['on no weekday', { questions: [{ ...question('Why?'), weekdays: [8] }] }, 'question_invalid'],
    ['with an id of no kind', { templates: [{ ...template('Mine'), _id: 'mine' }] }, 'template_invalid'],
    [
      'too long',
      { templates: [{ ...template('Mine'), text: 'a'.repeat(BEGINNING_LIMITS.templateTextMax + 1) }] },
      'template_invalid',
    ],
    ['twice', { templates: [template('Mine')].flatMap((one) => [one, one]) }, 'templates_invalid'],
    ['hidden, of a name that we do not have', { hidden: ['diary'] }, 'beginnings_hidden'],
  ])('are refused %s', async (_what, changes, code) => {
    const body = { version: 0, ...NO_BEGINNINGS, ...changes } as PutBeginningsDto;
    await expect(put('refused', body)).rejects.toMatchObject({
      code: 'validation_failed',
      errors: [{ code }],
    });
  });

  it('are erased with the account', async () => {
    const userId = 'leaves';
    await put(userId, { version: 0, ...NO_BEGINNINGS, questions: [question('Why?')] });
    await journal.fromAuth('auth.user.deleted.v1', { userId });
    const _id = { userId, kind: 'beginnings' as const };
    await eventually(async () => expect(await journal.ownLists.findOne({ _id })).toBeNull());
  });
});
