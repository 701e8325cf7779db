import { HELP_LINE_HOURS, type HelpLineHours } from '@inner-weather/domain/self-harm/help-line-hours';

/** When a help line is open, in English and as a code. */
export const hoursOf = (hoursCode: HelpLineHours) => ({
  hours: HELP_LINE_HOURS[hoursCode].message,
  hoursCode,
});
