import { defineMessages } from '@inner-weather/languages/messages';

/** Problems with reminders. */
export const REMINDER_PROBLEMS = defineMessages('problem', {
  by_mail_boolean: 'byMail must be true or false',
  endpoint_length: 'endpoint must have at most {max} characters',
  endpoint_text: 'endpoint must be text',
  endpoint_unknown:
    'This browser uses a push service that this journal does not know. The administrator can add it with REMINDERS_PUSH_HOSTS.',
  no_such_calendar: 'There is no such calendar.',
  no_such_device: 'There is no such device.',
  no_such_letter_mail:
    'This link is not complete, or its account is gone. You can stop the mail in your settings, too.',
  no_reminders: 'Your reminders are off. Turn them on first.',
  on_boolean: 'on must be true or false',
  subscription_keys_invalid: 'keys must be those of a push subscription',
  time_invalid: 'time must be a time such as 21:00',
  too_many_devices: 'At most {max} devices can be reminded. Remove one first.',
  weekday_invalid: 'weekday must be a number from 1 (Monday) to 7',
  weekdays_invalid: 'weekdays must be a list of different numbers from 1 (Monday) to 7',
  words_in_mail_boolean: 'wordsInMail must be true or false',
});
