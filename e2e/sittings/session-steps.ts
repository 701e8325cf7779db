import { eventually } from '@inner-weather/testing/eventually';
import { untilKept } from '../support/pages/offline.js';
import { expectDraft, Fault, findUnclear } from './look-around.js';
import type { StepKind } from './step.js';

export const SESSION_STEPS = {
  /** Logs out, and leaves or stays if the page asks. */
  logout: {
    args: 1,
    can: (belief) => belief.isSignedIn && !belief.foreign,
    async act(belief, stage, [stays]) {
      const screen = stage.screen(belief);
      const mayLose =
        !belief.isConnected ||
        belief.device.draft !== undefined ||
        belief.own.some(({ unsentOn }) => unsentOn === belief.device.id);
      const asked = await screen.logOut(stays % 2 === 1);
      if (asked !== undefined && !mayLose) throw new Fault(`asks before a logout, without need: ${asked}`);
      if (asked !== undefined && stays % 2 === 1) return;
      belief.leave();
      // What could be sent was sent before.
      belief.noteArrived(belief.device.person, await stage.entriesOf(belief.device.person));
      belief.loseUnsent();
    },
  },
  /** Logs in: as the same person, or as another. */
  login: {
    args: 1,
    can: (belief) => belief.device.session !== 'open' && belief.isConnected,
    async act(belief, stage, [who]) {
      const { device } = belief;
      const screen = stage.screen(belief);
      device.person = who % 3 === 2 ? 1 - device.person : device.person;
      if (belief.people.length <= device.person) {
        belief.people.push({});
        await stage.invite();
      }
      await screen.goToLogin();
      await screen.logIn(stage.account(belief), belief.people[device.person]!.language);
      // Until then, the device has nothing to show where something in front answers.
      await untilKept(screen.page);
      belief.signIn();
      await findUnclear(belief, stage);
      await expectDraft(belief, stage);
    },
  },
  /** The person ends all sessions, elsewhere. */
  end: {
    args: 0,
    can: (belief) => belief.isSignedIn,
    async act(belief, stage) {
      const { person } = belief.device;
      const account = stage.account(belief);
      const elsewhere = await stage.lane.api.logIn(account);
      const answer = await elsewhere.request('DELETE', '/api/user/me/sessions');
      if (answer.status !== 204) throw new Error(`sessions were not ended: ${answer.status}`);
      // The gateway hears of it by an event.
      await eventually(async () => expect((await account.find({})).status).toBe(401));
      for (const device of belief.devices)
        if (device.person === person && device.session === 'open') device.session = 'ended';
    },
  },
} satisfies Record<string, StepKind>;
