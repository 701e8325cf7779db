import { runServices } from '@inner-weather/platform/bootstrap';
import auth from '../../services/auth/dist/service.js';
import gateway from '../../services/gateway/dist/service.js';
import insights from '../../services/insights/dist/service.js';
import journal from '../../services/journal/dist/service.js';
import reminders from '../../services/reminders/dist/service.js';
import weather from '../../services/weather/dist/service.js';
import media from '../../services/media/dist/service.js';

/*
 * All services in one process, as a household wants them. They know as little of each other as seven processes do: each
 * has its own settings, and they talk through the broker. SERVICE_SETTINGS has what only one service is to have, as JSON
 * by its name: {"gateway":{"PORT":"8080"}}. All of them have the rest of the environment.
 */

const { SERVICE_SETTINGS = '{}', ...common } = process.env;
/** @type {Record<string, NodeJS.ProcessEnv>} */
const own = JSON.parse(SERVICE_SETTINGS);

// The gateway first, since it stops first.
await runServices([gateway, auth, journal, weather, insights, reminders, media], (name) => ({
  ...common,
  ...own[name],
}));
