/** A message of the catalogues with its English text, in ICU MessageFormat. */
export interface Message {
  id: string;
  message: string;
}

/** What the placeholders of a message stand for. */
export type Params = Readonly<Record<string, string | number>>;

/**
 * Declares messages that code outside of the page writes. `npm run messages` finds them, so the texts must be literals.
 * @param prefix begins the ids: the message `subject` of `mail` is `mail.subject`
 */
export function defineMessages<K extends string>(
  prefix: string,
  texts: Readonly<Record<K, string>>,
): Readonly<Record<K, Message>> {
  return Object.fromEntries(
    Object.entries<string>(texts).map(([key, message]) => [key, { id: `${prefix}.${key}`, message }]),
  ) as Record<K, Message>;
}
