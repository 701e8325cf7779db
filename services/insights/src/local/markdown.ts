/** Puts a user's text on one line and escapes all Markdown in it. */
export function escapeMarkdown(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_{}[\]()#+\-.!|<>~&:@]/g, '\\$&');
}
