import { Readable } from 'node:stream';
import type { OpenSessionDto } from '@inner-weather/contracts/accounts/sessions.dto';
import type { UserDto } from '@inner-weather/contracts/accounts/users.dto';
import type { EntryDto } from '@inner-weather/contracts/journal/entries.dto';
import type { InsightJobDto } from '@inner-weather/contracts/insights/insights.dto';
import type { Language } from '@inner-weather/languages/languages';
import { ZipFile } from 'yazl';
import { toCsv } from './csv.js';
import { toDiary, toInsightsPage } from './markdown.js';

export interface Exported {
  account: UserDto;
  sessions: OpenSessionDto[];
  exportedAt: Date;
  /** Of the files for people. Those for programs are the same in every language. English by default. */
  language?: Language;
  data: {
    entries: AsyncIterable<EntryDto>;
    insights: AsyncIterable<InsightJobDto>;
  };
}

/** The version increases when the format changes in a way that readers must know. */
const FORMAT = { format: 'inner-weather-export', version: 1 };

/**
 * A ZIP that is created while it is read. Its files are written one after the other, and each iterates over the data.
 * An error destroys the stream before the central directory is written, so an incomplete file is not a
 * valid ZIP.
 */
export function archiveOf({ account, sessions, exportedAt, language, data }: Exported): Readable {
  const zip = new ZipFile();
  // @types/yazl declares only the interface; the object is a PassThrough.
  const output = zip.outputStream as Readable;
  zip.on('error', (error: Error) => output.destroy(error));
  const add = (name: string, text: AsyncIterable<string>): void => {
    const source = Readable.from(text, { objectMode: false });
    // yazl does not handle errors of its inputs, and an unhandled error would end the process.
    source.on('error', (error) => output.destroy(error));
    output.once('close', () => source.destroy());
    zip.addReadStream(source, name, { mtime: exportedAt });
  };
  const about = { ...FORMAT, exportedAt: exportedAt.toISOString(), account, sessions };
  add('inner-weather.json', toJson(about, { entries: data.entries, insights: data.insights }));
  add('entries.csv', toCsv(data.entries));
  add('diary.md', toDiary(account.name, data.entries, language));
  add('insights.md', toInsightsPage(data.insights, language));
  zip.end();
  return output;
}

/** One JSON object: the fields of `head`, then each list with one item per line. */
async function* toJson(head: object, lists: Record<string, AsyncIterable<unknown>>): AsyncGenerator<string> {
  yield JSON.stringify(head).slice(0, -1);
  for (const [name, items] of Object.entries(lists)) {
    yield `,\n"${name}": [`;
    let separator = '\n';
    for await (const item of items) {
      yield separator + JSON.stringify(item);
      separator = ',\n';
    }
    yield '\n]';
  }
  yield '}\n';
}
