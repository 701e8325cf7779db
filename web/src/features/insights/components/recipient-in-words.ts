/** The recipient of entries, by a name that people know. */
export function recipientInWords(recipient: string): string {
  return recipient === 'gemini' ? 'Google Gemini' : `the language model at ${recipient}`;
}
