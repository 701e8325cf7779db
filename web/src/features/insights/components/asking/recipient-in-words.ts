/** The recipient of entries, by its familiar name. */
export function recipientInWords(recipient: string): string {
  return recipient === 'gemini' ? 'Google Gemini' : `the language model at ${recipient}`;
}
