import { defineMessages } from '@inner-weather/languages/messages';

/**
 * Refusals of requests beyond a limit. Each says when the limit ends: in seconds within the last minute, otherwise in minutes.
 */
export const LIMIT_PROBLEMS = defineMessages('problem', {
  too_many_changes_seconds:
    'Too many changes in a short time. Please try again in {seconds, plural, one {# second} other {# seconds}}.',
  too_many_changes_minutes:
    'Too many changes in a short time. Please try again in {minutes, plural, one {# minute} other {# minutes}}.',
  too_many_codes_seconds:
    'Too many wrong codes. Please try again in {seconds, plural, one {# second} other {# seconds}}.',
  too_many_codes_minutes:
    'Too many wrong codes. Please try again in {minutes, plural, one {# minute} other {# minutes}}.',
  too_many_exports_seconds:
    'Too many exports. Please try again in {seconds, plural, one {# second} other {# seconds}}.',
  too_many_exports_minutes:
    'Too many exports. Please try again in {minutes, plural, one {# minute} other {# minutes}}.',
  too_many_failed_logins_seconds:
    'Too many failed logins. Please try again in {seconds, plural, one {# second} other {# seconds}}.',
  too_many_failed_logins_minutes:
    'Too many failed logins. Please try again in {minutes, plural, one {# minute} other {# minutes}}.',
  too_many_guesses_seconds:
    'Too many wrong guesses. Please try again in {seconds, plural, one {# second} other {# seconds}}.',
  too_many_guesses_minutes:
    'Too many wrong guesses. Please try again in {minutes, plural, one {# minute} other {# minutes}}.',
  too_many_imported_entries_seconds:
    'Too many imported entries. Please try again in {seconds, plural, one {# second} other {# seconds}}.',
  too_many_imported_entries_minutes:
    'Too many imported entries. Please try again in {minutes, plural, one {# minute} other {# minutes}}.',
  too_many_insights_seconds:
    'Too many insights. Please try again in {seconds, plural, one {# second} other {# seconds}}.',
  too_many_insights_minutes:
    'Too many insights. Please try again in {minutes, plural, one {# minute} other {# minutes}}.',
  too_many_invalid_requests_seconds:
    'Too many invalid requests. Please try again in {seconds, plural, one {# second} other {# seconds}}.',
  too_many_invalid_requests_minutes:
    'Too many invalid requests. Please try again in {minutes, plural, one {# minute} other {# minutes}}.',
  too_many_links_seconds:
    'Too many links. Please try again in {seconds, plural, one {# second} other {# seconds}}.',
  too_many_links_minutes:
    'Too many links. Please try again in {minutes, plural, one {# minute} other {# minutes}}.',
  too_many_logins_seconds:
    'Too many logins. Please try again in {seconds, plural, one {# second} other {# seconds}}.',
  too_many_logins_minutes:
    'Too many logins. Please try again in {minutes, plural, one {# minute} other {# minutes}}.',
  too_many_look_ups_of_cities_seconds:
    'Too many look-ups of cities. Please try again in {seconds, plural, one {# second} other {# seconds}}.',
  too_many_look_ups_of_cities_minutes:
    'Too many look-ups of cities. Please try again in {minutes, plural, one {# minute} other {# minutes}}.',
  too_many_look_ups_of_weather_seconds:
    'Too many weather look-ups. Please try again in {seconds, plural, one {# second} other {# seconds}}.',
  too_many_look_ups_of_weather_minutes:
    'Too many weather look-ups. Please try again in {minutes, plural, one {# minute} other {# minutes}}.',
  too_many_mails_seconds:
    'Too many emails to this address. Please try again in {seconds, plural, one {# second} other {# seconds}}.',
  too_many_mails_minutes:
    'Too many emails to this address. Please try again in {minutes, plural, one {# minute} other {# minutes}}.',
  too_many_new_passwords_seconds:
    'Too many new passwords. Please try again in {seconds, plural, one {# second} other {# seconds}}.',
  too_many_new_passwords_minutes:
    'Too many new passwords. Please try again in {minutes, plural, one {# minute} other {# minutes}}.',
  too_many_reads_seconds:
    'Too many requests in a short time. Please try again in {seconds, plural, one {# second} other {# seconds}}.',
  too_many_reads_minutes:
    'Too many requests in a short time. Please try again in {minutes, plural, one {# minute} other {# minutes}}.',
  too_many_reminders_seconds:
    'Too many reminders. Please try again in {seconds, plural, one {# second} other {# seconds}}.',
  too_many_reminders_minutes:
    'Too many reminders. Please try again in {minutes, plural, one {# minute} other {# minutes}}.',
  too_many_resets_seconds:
    'Too many requests for a new password. Please try again in {seconds, plural, one {# second} other {# seconds}}.',
  too_many_resets_minutes:
    'Too many requests for a new password. Please try again in {minutes, plural, one {# minute} other {# minutes}}.',
  too_many_sign_ups_seconds:
    'Too many sign-ups from your address. Please try again in {seconds, plural, one {# second} other {# seconds}}.',
  too_many_sign_ups_minutes:
    'Too many sign-ups from your address. Please try again in {minutes, plural, one {# minute} other {# minutes}}.',
  too_many_sign_ups_with_email_seconds:
    'Too many sign-ups with this email. Please try again in {seconds, plural, one {# second} other {# seconds}}.',
  too_many_sign_ups_with_email_minutes:
    'Too many sign-ups with this email. Please try again in {minutes, plural, one {# minute} other {# minutes}}.',
  too_many_tokens_seconds:
    'Too many requests for a new token. Please try again in {seconds, plural, one {# second} other {# seconds}}.',
  too_many_tokens_minutes:
    'Too many requests for a new token. Please try again in {minutes, plural, one {# minute} other {# minutes}}.',
});

/** What a limit counts, as the keys above name it. */
export type LimitSubject = keyof typeof LIMIT_PROBLEMS extends infer Key
  ? Key extends `too_many_${infer Subject}_seconds`
    ? Subject
    : never
  : never;
