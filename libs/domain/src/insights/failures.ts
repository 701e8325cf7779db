import { defineMessages } from '@inner-weather/languages/messages';

/** Why an insight could not be written. A failed insight has the id and the parameters of one of these. */
export const INSIGHT_FAILURES = defineMessages('insight', {
  modelUnavailable: 'The language model could not be reached. Please ask again in a few minutes.',
  modelTooSlow:
    'The language model took too long to answer. Please ask again in a few minutes, or for a shorter range.',
  modelBusyForMinutes:
    'The language model is busy, or its quota is used up. Please ask again in about {minutes, plural, =1 {a minute} one {# minute} other {# minutes}}.',
  modelBusyForHours:
    'The language model is busy, or its quota is used up. Please ask again in about {hours, plural, one {# hour} other {# hours}}.',
  modelRefused:
    'The language model does not accept this server. The person who runs this journal needs to check {variable}.',
  modelRefusedByTwo:
    'The language model does not accept this server. The person who runs this journal needs to check {variable} and {other}.',
  modelRefusedSetting:
    'The language model does not accept this server. The person who runs this journal needs to check {variable}: its server refuses the setting {setting}.',
  modelWindowTooSmall:
    'The language model does not accept this server. The person who runs this journal needs to check {variable}: its context window is too small.',
  modelOutOfRoom: 'It used all its room before it wrote anything; choose a shorter range.',
  modelWroteNothing: 'The language model wrote nothing. Please ask again, or choose another range.',
  modelBlocked: 'The language model declined to write about these entries. Another range may work.',
  consentWithdrawn:
    'You have withdrawn your consent to send entries to the language model, so none were sent.',
  journalUnavailable: 'Your entries could not be read right now. Please ask again in a few minutes.',
  internal:
    'Something went wrong on our side. Please ask again. If it keeps happening, tell the person who runs this journal.',
  interrupted:
    'Writing this insight was interrupted {times, plural, one {# time} other {# times}}, so it was stopped. Please try a shorter range. If that also fails, tell the person who runs this journal.',
  neverStarted:
    'This insight waited too long in the queue and was stopped. Please ask again. If this happens again, tell the person who runs this journal.',
});
