import { execFileSync } from 'node:child_process';
import { curlToRead, curlToWrite } from './curl';

const example = {
  origin: 'https://journal.example.org',
  token: 'iw_key',
  user: { email: "o'hara+x@example.org", location: 'L\'Aquila $HOME `id` "\\' },
};

/** The words that a shell makes of a command. */
const wordsOf = (command: string): string[] =>
  execFileSync('sh', ['-c', `for word in ${command}; do printf '%s\\n' "$word"; done`], { encoding: 'utf8' })
    .trimEnd()
    .split('\n');

describe('the commands for curl', () => {
  it('are for a shell what they say, whatever is in the account', () => {
    expect(wordsOf(curlToRead({ ...example, today: '2026-11-26' }))).toEqual([
      'curl',
      '-H',
      'Authorization: Bearer iw_key',
      'https://journal.example.org/api/journal/search?userReference=o%27hara%2Bx%40example.org&startDate=2026-11-01&endDate=2026-11-26',
    ]);
    const words = wordsOf(curlToWrite({ ...example, content: 'Words' }));
    expect(words.slice(0, 6)).toEqual([
      'curl',
      '-H',
      'Authorization: Bearer iw_key',
      '-H',
      'Content-Type: application/json',
      '-d',
    ]);
    expect(JSON.parse(words[6] ?? '')).toEqual({ ...example.user, content: 'Words' });
    expect(words[7]).toBe('https://journal.example.org/api/journal/new');
  });
});
