import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg, t } from '@lingui/core/macro';
import { SIGN_IN_FAILURES, type SignInFailure } from '@inner-weather/domain/problems/sign-in-failures';
import { isolate } from '../../../lib/language/isolate';
import { words } from '../../../lib/language/words';
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
  push: msg`Reminders on devices`,
  sign_in: msg({ message: 'Sign-in elsewhere', comment: 'Providers of OpenID Connect, such as Authentik.' }),
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
      // Providers of OpenID Connect have the names that the configuration gives them.
      return provider;
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
const FAILURES: Record<Exclude<Failure['code'], SignInFailure>, MessageDescriptor> = {
  broker_unreachable: msg`RabbitMQ could not be reached. Check that it runs, and the end of its log. Nothing that was saved is lost.`,
  broker_full: msg`RabbitMQ accepts no messages: its memory or its disk is full. Make room on its machine.`,
  database_unreachable: msg`The database could not be reached. Check that it runs, and that its disk has room.`,
  provider_unavailable: msg`The weather provider did not answer. Entries get their weather later, by themselves. If it lasts for hours, check that this server reaches the internet.`,
  provider_refused: msg`The weather provider refuses this server. Check WEATHER_API_KEY.`,
  model_unavailable: msg`The language model did not answer, or was busy. Check that its server runs, and its quota.`,
  model_refused: msg`The language model refuses this server. Check its key, its address and its settings; the log of insights names the variable.`,
  model_wrote_nothing: msg`The language model wrote nothing. A larger context window or another model may help.`,
  mail_unreachable: msg`The mail server could not be reached. Check SMTP_URL.`,
  mail_login_refused: msg`The mail server refuses the login. Check user and password in SMTP_URL.`,
  mail_refused: msg`The mail server refused a mail. Check MAIL_FROM.`,
  push_unreachable: msg`The push service of a browser did not answer, or was busy. It is tried again. If it lasts, check that this server reaches the internet.`,
  push_refused: msg`The push service of a browser refused a reminder. The guide to incidents explains its answers.`,
  push_private: msg`The name of a push service leads into your own network, so nothing was sent. Check the DNS of this server, or REMINDERS_PUSH_PRIVATE.`,
};

/** In the server's code, if this page is older than the server. */
export function failureInWords({ code, ...failure }: Pick<Failure, 'code' | 'provider'>): string {
  if (isSignInFailure(code)) {
    const what = words(SIGN_IN_FAILURES[code]);
    if (failure.provider === undefined) return what;
    const provider = isolate(failure.provider);
    return t({ message: `${provider}: ${what}`, comment: 'Who failed, and why.' });
  }
  return FAILURES[code] ? i18n._(FAILURES[code]) : code;
}

const isSignInFailure = (code: Failure['code']): code is SignInFailure =>
  Object.hasOwn(SIGN_IN_FAILURES, code);

const SERVICE_TASKS: Record<string, MessageDescriptor> = {
  gateway: msg`answers browsers`,
  auth: msg`accounts and sessions`,
  journal: msg`entries`,
  weather: msg`looks up the weather`,
  insights: msg`writes insights`,
  reminders: msg`sends reminders`,
  media: msg`keeps photos`,
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
  'reminders.on-password-changed': msg`new passwords, which end links to calendars`,
  'insights.on-entry': msg`entries that may change insights`,
  'insights.jobs': msg`insights to be written`,
  'insights.on-letter-due': msg`weekly letters to be written`,
  'reminders.on-letter': msg`weekly letters, of which devices are to be told`,
  'auth.on-letter': msg`weekly letters to be mailed`,
  'reminders.on-entry': msg`entries that make a reminder needless`,
  'reminders.on-user-deleted': msg`reminders of deleted accounts, to be erased`,
  'media.on-photos-dropped': msg`photos that an entry no longer has, to be deleted`,
  'media.on-user-deleted': msg`photos of deleted accounts, to be erased`,
};

export function queueInWords(queue: string): string {
  const task = QUEUE_TASKS[queue];
  return task ? i18n._(task) : '';
}
