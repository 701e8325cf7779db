import type { EntryDto } from '@inner-weather/contracts/journal/entries.dto';
import { eventually } from '@inner-weather/testing/eventually';
import { keptNames } from '../support/pages/offline.js';
import { type Belief, type BelievedEntry, isOf, isSame, latestOf, versionOf } from './belief.js';
import type { JournalScreen } from './journal-screen.js';
import { Fault, findUnclear, lookAround } from './look-around.js';
import type { Stage } from './stage.js';

/** Milliseconds until everything has been sent: ten seconds to undo, and a pause between attempts. */
const SENDING_MS = 45_000;

/**
 * The end of a sitting: the journal answers, everyone has a connection, and whose words wait on a device signs in there.
 * Then the server has what the person believes, and every page shows it.
 */
export async function comeHome(belief: Belief, stage: Stage): Promise<void> {
  stage.lane.front.answerItself();
  belief.foreign = undefined;
  for (const { id } of belief.devices) await bringHome(belief, stage, id);
  // First: as long as a new entry waits, the server also lacks it when its deletion can still be taken back.
  await waitUntilSent(belief, stage);
  for (const person of belief.people.keys()) await expectOnServer(belief, stage, person);
  await waitUntilSent(belief, stage);
  for (const person of belief.people.keys()) {
    await expectOnServer(belief, stage, person, 0);
    await expectPhotos(stage, person);
  }
  belief.step += 1;
  for (const { id, device } of belief.tabs) {
    belief.tabId = id;
    if (belief.devices[device]!.session !== 'open') continue;
    await stage.screen(belief).open('/journal');
    belief.tab.loadedAt = belief.step;
    for (const entry of belief.own) entry.unsentOn = undefined;
    await lookAround(belief, stage);
  }
}

/** Nothing waits on a device any more, and no page says so. */
async function waitUntilSent(belief: Belief, stage: Stage): Promise<void> {
  for (const { id, device } of belief.tabs) {
    belief.tabId = id;
    if (belief.devices[device]!.session !== 'open') continue;
    const { page } = stage.screen(belief);
    const say = await stage.screen(belief).say();
    if (belief.own.some(({ isContested }) => isContested)) continue;
    const { id: userId } = stage.account(belief).user;
    // The page says so only of what waits for longer than a moment.
    await eventually(async () => expect(await keptNames(page, 'waiting', userId)).toEqual([]), {
      timeoutMs: SENDING_MS,
    });
    await page
      .getByRole('button', { name: say('Show what waits on this device') })
      .waitFor({ state: 'detached' });
  }
}

/** Opens the journal in the tabs of a device, as each person whose words may wait there. */
async function bringHome(belief: Belief, stage: Stage, deviceId: number): Promise<void> {
  const device = belief.devices[deviceId]!;
  const [first, ...others] = belief.tabsOf(deviceId);
  belief.tabId = first!.id;
  device.isOffline = false;
  await stage.setOffline(belief);
  const screen = stage.screen(belief);
  const owners = new Set(
    belief.entries.filter(({ unsentOn }) => unsentOn === deviceId).map(({ owner }) => owner),
  );
  if (device.session === 'open') owners.add(device.person);
  for (const owner of owners) {
    if (device.session === 'open' && device.person === owner) {
      await returnTo(screen);
    } else {
      if (device.session === 'open') {
        await screen.open('/journal');
        await screen.logOut(false);
      }
      device.person = owner;
      await screen.goToLogin();
      await screen.logIn(stage.account(belief), belief.people[owner]!.language);
      belief.signIn();
      await findUnclear(belief, stage);
    }
    if (owners.size > 1) await expectOnServer(belief, stage, owner);
  }
  for (const tab of others) {
    belief.tabId = tab.id;
    await returnTo(stage.screen(belief));
  }
}

/** To the journal, which sends what waits. A page that is open must do it without being loaded again. */
async function returnTo(screen: JournalScreen): Promise<void> {
  if (await screen.isJournal()) await screen.page.evaluate(() => window.dispatchEvent(new Event('online')));
  else await screen.open('/journal');
}

async function expectOnServer(
  belief: Belief,
  stage: Stage,
  person: number,
  timeoutMs = SENDING_MS,
): Promise<void> {
  await eventually(
    async () => {
      const [first] = differencesOf(
        belief.entries.filter(({ owner }) => owner === person),
        await stage.entriesOf(person),
      );
      if (first !== undefined) throw new Fault(`at the end ${first}`);
    },
    { timeoutMs },
  );
}

/** The server can show the photos of what it has. */
async function expectPhotos(stage: Stage, person: number): Promise<void> {
  for (const { content, photos = [] } of await stage.entriesOf(person))
    for (const id of photos) {
      const { status } = await stage.accounts[person]!.request('GET', `/api/photos/${id}`);
      if (status !== 200) throw new Fault(`at the end a photo is lost (${status}) of ${content}`);
    }
}

/** What differs between what the person believes and what the server has. */
function differencesOf(believed: readonly BelievedEntry[], onServer: readonly EntryDto[]): string[] {
  const differences: string[] = [];
  const checkIns = believed.filter(({ mark }) => mark === '');
  for (const entry of believed) {
    const found = onServer.filter((one) => isOf(entry, one));
    const { content, mood } = latestOf(entry);
    const name = content || mood;
    if (entry.fate === 'perhaps' && found.length <= 1) continue;
    if (entry.isContested) continue;
    if (entry.fate === 'deleted') {
      if (entry.mark !== '' && found.length > 0) differences.push(`a deleted entry is there: ${name}`);
      continue;
    }
    const isRight = found.some((one) => isSame(latestOf(entry), versionOf(one)));
    if (found.length === 0) differences.push(`an entry is lost: ${name}`);
    else if (!isRight) differences.push(`an edition is lost: ${name} (there is ${found[0]!.content})`);
    else if (entry.mark !== '' && found.length > 1) differences.push(`an entry is there twice: ${name}`);
  }
  const counted = onServer.filter(({ content }) => content === '').length;
  const atMost = checkIns.filter(({ fate }) => fate !== 'deleted').length;
  if (counted > atMost) differences.push(`${counted} check-ins of ${atMost}`);
  for (const one of onServer)
    if (!believed.some((entry) => isOf(entry, one))) differences.push(`an entry of nobody: ${one.content}`);
  return differences;
}
