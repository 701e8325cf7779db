import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import type { AdminState, Part } from '../api/admin';

type Failure = NonNullable<Part['lastFailure']>;
type Service = AdminState['services'][number]['service'];

/** The parts by their names. */
const PART_NAMES: Record<Part['name'], MessageDescriptor> = {
  broker: msg({ message: 'Messages between services', comment: 'RabbitMQ' }),
  database: msg`Database`,
  weather: msg`Weather`,
  model: msg`Insights`,
  mail: msg`Mail`,
};

export const partInWords = (name: Part['name']): string => i18n._(PART_NAMES[name]);

/** What a provider is called. Their own names are the same in all languages. */
export function providerInWords(provider: string | undefined): string | undefined {
  switch (provider) {
    case 'open-meteo':
      return 'Open-Meteo.com';
    case 'weatherapi':
      return 'WeatherAPI.com';
    case 'gemini':
      return t`Google Gemini`;
    case 'openai':
      return t`a language model on another server`;
    case 'local':
      return t`the built-in analysis`;
    default:
      return undefined;
  }
}

export function partStateInWords({ name, state }: Part): string {
  switch (state) {
    case 'working':
      return t({ message: 'Works', comment: 'The state of a part of the installation.' });
    case 'failing':
      return t({ message: 'Does not work', comment: 'The state of a part of the installation.' });
    case 'unused':
      return t`Not used since the start`;
    case 'absent':
      return name === 'mail'
        ? t`Not configured: whoever forgets their password needs a link from you`
        : t`Not configured`;
    default:
      return t`Not known: the service that uses it does not answer`;
  }
}

/** What happened, and what to do. */
const FAILURES: Record<Failure['code'], MessageDescriptor> = {
  broker_unreachable: msg`RabbitMQ could not be reached. Check that it runs, and the end of its log. Nothing that was saved is lost.`,
  broker_full: msg`RabbitMQ takes no messages: its memory or its disk is full. Make room on its machine.`,
  database_unreachable: msg`The database could not be reached. Check that it runs, and that its disk has room.`,
  provider_unavailable: msg`The weather provider did not answer. Entries get their weather later, by themselves. If it lasts for hours, check that this server reaches the internet.`,
  provider_refused: msg`The weather provider refuses this server. Check WEATHER_API_KEY.`,
  model_unavailable: msg`The language model did not answer, or was busy. Check that its server runs, and its quota.`,
  model_refused: msg`The language model refuses this server. Check its key, its address and its settings; the log of insights names the variable.`,
  model_wrote_nothing: msg`The language model wrote nothing. A larger context window or another model may help.`,
  mail_unreachable: msg`The mail server could not be reached. Check SMTP_URL.`,
  mail_login_refused: msg`The mail server refuses the login. Check user and password in SMTP_URL.`,
  mail_refused: msg`The mail server refused a mail. Check MAIL_FROM; the log of auth has its answer.`,
};

/** In the server's code, if this page is older than the server. */
export const failureInWords = ({ code }: Pick<Failure, 'code'>): string =>
  FAILURES[code] ? i18n._(FAILURES[code]) : code;

const SERVICE_TASKS: Record<string, MessageDescriptor> = {
  gateway: msg`answers browsers`,
  auth: msg`accounts and sessions`,
  journal: msg`entries`,
  weather: msg`looks up the weather`,
  insights: msg`writes insights`,
  reminders: msg`sends reminders`,
};

export function taskOf(service: Service): string {
  const task = SERVICE_TASKS[service];
  return task ? i18n._(task) : '';
}

/** What waits in a queue. */
const QUEUE_TASKS: Record<string, MessageDescriptor> = {
  'weather.on-entry': msg`entries that need their weather`,
  'journal.on-weather': msg`weather on its way to entries`,
  'journal.on-user-deleted': msg`entries of deleted accounts, to be erased`,
  'insights.on-user-deleted': msg`insights of deleted accounts, to be erased`,
  'insights.on-entry': msg`entries that may change insights`,
  'insights.jobs': msg`insights to be written`,
};

export function queueInWords(queue: string): string {
  const task = QUEUE_TASKS[queue];
  return task ? i18n._(task) : '';
}
