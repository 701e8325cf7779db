import { LANGUAGES_TRIED } from './screen.js';
import { FOREIGN_KINDS } from '../support/network/foreign-answers.js';
import { ZONES } from './belief.js';
import { expectDraft } from './look-around.js';
import { pick, type StepKind } from './step.js';

const LINKS = ['Settings', 'Your days', 'Insights', 'Journal'] as const;
const THEMES = ['Dark', 'Light'] as const;
/** More devices or tabs show nothing else. */
const DEVICES_MAX = 2;
const TABS_MAX = 2;

export const MOVING_STEPS = {
  /** Follows a link of the navigation. */
  go: {
    args: 1,
    can: ({ isSignedIn }) => isSignedIn,
    async act(belief, stage, [link]) {
      const screen = stage.screen(belief);
      await screen.follow(pick(LINKS, link));
      await screen.awaitPage();
    },
  },
  /** Chooses a theme, which changes nothing else. */
  theme: {
    args: 1,
    can: ({ isSignedIn }) => isSignedIn,
    async act(belief, stage, [theme]) {
      await stage.screen(belief).chooseTheme(pick(THEMES, theme));
    },
  },
  /** Locks the journal, in all tabs of the device, and opens it again by the PIN. */
  lock: {
    args: 0,
    can: ({ isSignedIn, isConnected }) => isSignedIn && isConnected,
    async act(belief, stage) {
      await stage.screen(belief).lock();
      await expectDraft(belief, stage);
    },
  },
  back: {
    args: 0,
    can: ({ isSignedIn }) => isSignedIn,
    act: (belief, stage) => stage.screen(belief).goBack(),
  },
  forward: {
    args: 0,
    can: ({ isSignedIn }) => isSignedIn,
    act: (belief, stage) => stage.screen(belief).goForward(),
  },
  reload: {
    args: 0,
    can: () => true,
    async act(belief, stage) {
      const screen = stage.screen(belief);
      if (belief.isConnected && belief.isSignedIn)
        belief.noteArrived(belief.device.person, await stage.entriesOf(belief.device.person));
      await screen.page.reload({ waitUntil: 'domcontentloaded' });
      await screen.awaitPage();
      if (belief.isConnected) belief.tab.loadedAt = belief.step;
      belief.tab.isOutdated = false;
      await expectDraft(belief, stage);
    },
  },
  /** Goes to another tab of the device, which is opened if there is only one. */
  tab: {
    args: 0,
    can: ({ isSignedIn }) => isSignedIn,
    async act(belief, stage) {
      const tabs = belief.tabsOf(belief.device.id);
      if (tabs.length < TABS_MAX) {
        belief.addTab(belief.device.id);
        if (!belief.isConnected) belief.tab.loadedAt = -1;
        await stage.addTab(belief);
      } else belief.tabId = tabs.find(({ id }) => id !== belief.tabId)!.id;
      await stage.screen(belief).page.bringToFront();
      // It locks with the other.
      await stage.screen(belief).awaitPage();
    },
  },
  /** Goes to the other device, which is a new one the first time. */
  device: {
    args: 0,
    can: ({ isConnected, devices }) => devices.length === DEVICES_MAX || isConnected,
    async act(belief, stage) {
      if (belief.devices.length < DEVICES_MAX) {
        belief.addDevice(0);
        await stage.addDevice(belief);
        return;
      }
      const { id } = belief.device;
      belief.tabId = belief.tabs.find(({ device }) => device !== id)!.id;
    },
  },
  offline: {
    args: 0,
    can: ({ device }) => !device.isOffline,
    async act(belief, stage) {
      belief.device.isOffline = true;
      await stage.setOffline(belief);
    },
  },
  online: {
    args: 0,
    can: ({ device }) => device.isOffline,
    async act(belief, stage) {
      belief.device.isOffline = false;
      await stage.setOffline(belief);
    },
  },
  /** From now on something in front of the journal answers: what, whether to all requests, and whether it delivers them. */
  foreign: {
    args: 3,
    can: ({ foreign }) => !foreign,
    act(belief, stage, [which, paths, isDelivered]) {
      const kind = pick(FOREIGN_KINDS, which);
      belief.foreign = { kind, paths: pick(['api', 'all'], paths), isDelivered: isDelivered % 3 === 2 };
      stage.lane.front.answer(kind, belief.foreign);
      return Promise.resolve();
    },
  },
  /** The journal answers again. */
  calm: {
    args: 0,
    can: ({ foreign }) => foreign !== undefined,
    act(belief, stage) {
      belief.foreign = undefined;
      stage.lane.front.answerItself();
      return Promise.resolve();
    },
  },
  /** The browser of the device is killed, and opened again. */
  kill: {
    args: 0,
    can: () => true,
    async act(belief, stage) {
      await stage.kill(belief);
      for (const tab of belief.tabsOf(belief.device.id)) {
        tab.loadedAt = belief.isConnected ? belief.step : tab.loadedAt;
        tab.isOutdated = false;
      }
      await expectDraft(belief, stage);
    },
  },
  /** Midnight passes on the device. Its clock is slow from then on, since the server takes nothing from the future. */
  midnight: {
    args: 0,
    can: ({ isConnected, isSignedIn }) => isConnected && isSignedIn,
    async act(belief, stage) {
      await stage.passMidnight(belief);
    },
  },
  /** The server is restarted. */
  restart: { args: 0, can: () => true, act: (_belief, stage) => stage.lane.restartGateway() },
  /** The device travels. */
  zone: {
    args: 1,
    can: () => true,
    async act(belief, stage, [zone]) {
      belief.device.zone = pick(ZONES, zone);
      await stage.setZone(belief);
    },
  },
  /** Reads in another language from now on, here and, if it is signed in, in the account. */
  language: {
    args: 1,
    can: ({ isConnected, isSignedIn }) => isConnected && isSignedIn,
    async act(belief, stage, [language]) {
      const chosen = pick(LANGUAGES_TRIED, language);
      if (!(await stage.screen(belief).chooseLanguage(chosen))) return;
      belief.tab.loadedAt = belief.step;
      belief.people[belief.device.person]!.language = chosen;
    },
  },
} satisfies Record<string, StepKind>;
