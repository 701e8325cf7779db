import { OfflineStage } from '../support/pages/offline.js';
import { testBackgroundSync } from './offline/background.js';
import { testEndedSessions } from './offline/endings.js';
import { testFirefox } from './offline/firefox.js';
import { testKills } from './offline/kills.js';
import { testLosingTheConnection } from './offline/losing.js';
import { testNewVersions } from './offline/versions.js';

/* One stack for all that a device does without a connection. */

let stage: OfflineStage;

beforeAll(async () => {
  stage = await OfflineStage.start();
}, 120_000);

afterEach(() => stage.tidy());

afterAll(() => stage.stop(), 60_000);

testLosingTheConnection(() => stage);
testKills(() => stage);
testBackgroundSync(() => stage);
testEndedSessions(() => stage);
testFirefox(() => stage);
// Last, since the page stays replaced.
testNewVersions(() => stage);
