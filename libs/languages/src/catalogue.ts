import { generateMessageId } from '@lingui/message-utils/generateMessageId';
import { compileMessage, type CompiledMessage } from '@lingui/message-utils/compileMessage';
import PO from 'pofile';

/** A message as it stands in a catalogue. */
export interface CatalogueMessage {
  id: string;
  /** The text in the catalogue's language; '' if it is not translated. */
  text: string;
  /** The files that use it. */
  origins: string[];
}

/** Marks messages whose msgid is their id. The others are English texts, and their id follows from the text. */
const EXPLICIT_ID = 'js-lingui-explicit-id';

/** The id of a message whose id follows from its English text. */
export const idOf = (text: string, context = ''): string => generateMessageId(text, context);

/** Reads a PO file that `npm run messages` has written. */
export function parseCatalogue(po: string): CatalogueMessage[] {
  return PO.parse(po)
    .items.filter(({ obsolete }) => !obsolete)
    .map(({ msgid, msgctxt, msgstr, references, extractedComments }) => ({
      id: extractedComments.includes(EXPLICIT_ID) ? msgid : idOf(msgid, msgctxt ?? ''),
      text: msgstr[0] ?? '',
      origins: references.flatMap((line) => line.split(' ')),
    }));
}

/**
 * Compiles messages to what Lingui runs without a parser. Those without a text are left out.
 * @param mapText changes the text between placeholders
 */
export function compileCatalogue(
  messages: readonly CatalogueMessage[],
  mapText?: (text: string) => string,
): Record<string, CompiledMessage> {
  return Object.fromEntries(
    messages.filter(({ text }) => text !== '').map(({ id, text }) => [id, compileMessage(text, mapText)]),
  );
}
