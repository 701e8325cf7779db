import { jest } from '@jest/globals';
import type { MoodList, OwnMood } from '@inner-weather/domain/entries/own-moods';
import { fakeCaches, fakeLocks } from '../../../test/fake-caches';
import { records, vault, withoutLock } from '../../../test/fake-vault';
import { keepReminded } from './reminded';

let usersHere = ['ana'];
jest.unstable_mockModule('../vault/vault', () => ({
  ...withoutLock,
  openVault: async () => vault,
  usersHere: async () => usersHere,
}));
const { facesHere, keepTappedFace, takeTappedFace } = await import('./tapped-face');

const HOPEFUL: OwnMood = {
  ...{ _id: 'hopeful', name: 'Hopeful', formerNames: [], score: 1, archived: false },
  ...{ colour: 'lagoon', eyes: 'dots', mouth: 'smile', emoji: '🌱' },
};

const keepMoods = (moods: OwnMood[], hidden: MoodList['hidden'] = []) =>
  vault.keep('moods', [{ key: 'all', value: { moods, hidden } }]);

const keepChosen = (...moods: string[]) =>
  vault.keep('entries', { entries: moods.map((inputMood) => ({ inputMood })), since: null, fetchedAt: 1 });

beforeEach(async () => {
  records.clear();
  usersHere = ['ana'];
  fakeCaches();
  fakeLocks();
  await keepReminded({ userId: 'ana', deviceId: 'device' });
});

afterEach(() => {
  jest.useRealTimers();
  Reflect.deleteProperty(navigator, 'locks');
  Reflect.deleteProperty(globalThis, 'caches');
});

describe('the faces of a reminder', () => {
  const SENT = ['Happy', 'Sad', 'Neutral', 'Very Happy', 'Tired', 'Angry'].map((mood) => ({
    mood,
    title: `*${mood}`,
  }));
  const moodsHere = async () => (await facesHere(SENT)).map(({ mood }) => mood);

  it('are those of the message where nothing is known of the moods of the user', async () => {
    expect(await facesHere(SENT)).toEqual(SENT);
    usersHere = ['ben'];
    await keepMoods([HOPEFUL], ['Happy']);
    expect(await facesHere(SENT)).toEqual(SENT);
  });

  it('leave hidden and archived ones out', async () => {
    await keepMoods([{ ...HOPEFUL, archived: true }], ['Happy', 'Sad']);
    expect(await moodsHere()).toEqual(['Very Happy', 'Neutral', 'Tired', 'Angry']);
  });

  it('are those that were chosen most often, with one that is bright and one that is not first', async () => {
    const numb = { ...HOPEFUL, _id: 'numb', name: 'Numb', score: null, formerNames: ['Empty'], emoji: '' };
    await keepMoods([HOPEFUL, numb]);
    await keepChosen('Tired', 'hopeful', 'Hopeful', 'Happy', 'Numb', 'empty', '', 'In between');
    expect((await facesHere(SENT)).slice(0, 4)).toEqual([
      { mood: 'Hopeful', title: '🌱 Hopeful' },
      { mood: 'Numb', title: 'Numb' },
      { mood: 'Happy', title: '*Happy' },
      { mood: 'Tired', title: '*Tired' },
    ]);
    await keepChosen('Sad', 'Sad', 'Tired');
    const most = await moodsHere();
    expect(most.join()).toBe('Happy,Sad,Tired,Neutral,Very Happy,Angry,Hopeful,Numb');
  });
});

describe('a face that was tapped in a reminder', () => {
  it('is for one page', async () => {
    await keepTappedFace('Very Happy');
    expect(await takeTappedFace(vault)).toBe('Very Happy');
    expect(await takeTappedFace(vault)).toBeUndefined();
  });

  it('is a mood of the user, whatever the worker was told', async () => {
    await keepTappedFace('<b>');
    expect(await takeTappedFace(vault)).toBeUndefined();
    await keepTappedFace('Hopeful');
    expect(await takeTappedFace(vault)).toBeUndefined();
    expect(records.size).toBe(0);
    await keepMoods([HOPEFUL]);
    await keepTappedFace('Hopeful');
    expect(await takeTappedFace(vault)).toBe('Hopeful');
  });

  it('is forgotten when no page takes it within minutes', async () => {
    await keepTappedFace('Sad');
    jest.useFakeTimers({ now: Date.now() + 11 * 60_000, doNotFake: ['queueMicrotask'] });
    expect(await takeTappedFace(vault)).toBeUndefined();
    expect(records.size).toBe(0);
  });

  it('is not kept where nothing of the reminded user is kept', async () => {
    usersHere = ['ben'];
    await keepTappedFace('Sad');
    expect(records.size).toBe(0);
  });
});
