/** A person's words on one line, with everything escaped that has a meaning in markdown. */
export function escapeMarkdown(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_{}[\]()#+\-.!|<>~&:@]/g, '\\$&');
}
