import { i18n } from '@lingui/core';
import type { Message, Params } from '@inner-weather/languages/messages';
import { isolate } from './isolate';

/** Writes a message that is declared outside of the page, such as the name of a weather condition. */
export function words({ id, message }: Message, params: Params = {}): string {
  const values = Object.entries(params).map(([name, value]) => [
    name,
    typeof value === 'string' ? isolate(value) : value,
  ]);
  // lingui-extract-ignore
  return i18n._({ id, message, values: Object.fromEntries(values) as Params });
}
