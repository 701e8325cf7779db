import { questionOf } from './log-out-losses';

const NOTHING = { isUnsaved: false, isDeleted: true, waits: 0, toImport: 0 };
const UNSAVED = 'What you have written and not saved yet will be deleted from this browser for good.';

describe('the question before a logout', () => {
  it('is not asked if nothing would be lost', () => {
    expect(questionOf(NOTHING)).toBeUndefined();
  });

  it.each([
    [1, '1 entry has not been sent yet and will be deleted from this device.'],
    [2, '2 entries have not been sent yet and will be deleted from this device.'],
  ])('counts what waits: %s', (waits, text) => {
    expect(questionOf({ ...NOTHING, waits })).toEqual({
      title: 'Log out before everything is sent?',
      text,
      confirmLabel: 'Log out and delete',
    });
  });

  it('names everything that would be lost, unsaved words first', () => {
    const question = questionOf({ isUnsaved: true, isDeleted: false, waits: 2, toImport: 0 });
    expect(question?.title).toBe('Log out without saving?');
    expect(question?.text).toMatch(
      new RegExp(`^${UNSAVED} 2 entries have not been sent yet .* The server cannot be reached, so an entry`),
    );
  });

  it('deletes nothing here if only a deletion would not happen', () => {
    expect(questionOf({ ...NOTHING, isDeleted: false })).toMatchObject({
      title: 'Log out without deleting?',
      confirmLabel: 'Log out',
    });
  });
});
