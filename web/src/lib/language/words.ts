import { i18n } from '@lingui/core';
import type { Message, Params } from '@inner-weather/languages/messages';

/** Writes a message that is declared outside of the page, such as the name of a weather condition. */
export function words({ id, message }: Message, params?: Params): string {
  return i18n._({ id, message, values: { ...params } });
}
