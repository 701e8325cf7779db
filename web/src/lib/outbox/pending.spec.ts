import { ana, entry, tokenOf } from '../../../test/builders';
import { openSession } from '../api/session';
import { newUuid7 } from '@inner-weather/domain/entries/uuid7';
import { newIdOf, type Waiting } from './changes';
import { newEntries, withWaiting } from './pending';

const WORDS = { content: 'Awake', location: 'Porto', inputMood: 'Tired' };
const NIGHT = '2026-03-02T01:30:00.000+01:00';

/** Something that waits. */
function waits(change: Waiting['change'], entryId?: string): Waiting {
  const id = newUuid7();
  return { id, order: 1, entryId: entryId ?? newIdOf(id), change, isAttempted: false };
}

describe('the day of an entry that waits', () => {
  const openWith = (dayEndsAt: number) => openSession(tokenOf({ ...ana, dayEndsAt }));
  const created = () =>
    newEntries([waits({ kind: 'create', body: { ...WORDS, email: ana.email, date: NIGHT } })])[0];
  const saved = entry({ _id: 'saved', createdAt: NIGHT, day: '2026-03-01' });
  const edited = (date?: string) => {
    const change = { kind: 'update' as const, body: { ...WORDS, ...(date && { date }) }, base: '' };
    return withWaiting([saved], [waits(change, 'saved')])[0];
  };

  it.each([
    [0, '2026-03-02'],
    [1, '2026-03-02'],
    [2, '2026-03-01'],
  ])('of a new one ends at %i', (dayEndsAt, day) => {
    openWith(dayEndsAt);
    expect(created()).toMatchObject({ createdAt: NIGHT, day });
  });

  it('stays in an edition that does not move it', () => {
    openWith(0);
    expect([edited(), edited(NIGHT)]).toMatchObject([{ day: '2026-03-01' }, { day: '2026-03-01' }]);
    expect(edited('2026-03-02T01:31:00.000+01:00')).toMatchObject({ day: '2026-03-02' });
    openWith(2);
    expect(edited('2026-03-03T01:31:00.000+01:00')).toMatchObject({ day: '2026-03-02' });
  });
});
