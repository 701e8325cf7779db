import { setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import type { Message, Params } from './messages.js';

const i18n = setupI18n({ locale: 'en', messages: { en: {} } });
i18n.setMessagesCompiler(compileMessage);

/** Writes a message in English, without a catalogue. */
export function inEnglish({ id, message }: Message, params?: Params): string {
  return i18n._({ id, message, values: { ...params } });
}
