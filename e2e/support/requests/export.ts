import { unzipSync } from 'fflate';
import type { EntryDto } from '@inner-weather/contracts/journal/entries.dto';
import type { ImportReportDto } from '@inner-weather/contracts/journal/import.dto';
import { LIMITS } from '@inner-weather/domain/limits';
import type { Answer, Person } from './api.js';

/** `inner-weather.json` of an export. */
export interface ExportFile {
  format: string;
  version: number;
  exportedAt: string;
  account: Record<string, unknown>;
  sessions: Record<string, unknown>[];
  accessTokens: Record<string, unknown>[];
  reminders: Record<string, unknown>;
  entries: EntryDto[];
  insights: Record<string, unknown>[];
}

export interface Exported {
  headers: Headers;
  /** Name -> text. */
  files: Record<string, string>;
  /** The day of each note -> its Markdown. */
  notes: Record<string, string>;
  json: ExportFile;
}

/** Fails on anything but a whole ZIP. */
export async function exportOf(person: Person): Promise<Exported> {
  const headers = { 'x-auth-token': person.token };
  const answer = await fetch(`${person.api.url}/api/user/me/export`, { headers });
  if (answer.status !== 200) throw new Error(`export: ${answer.status} ${await answer.text()}`);
  const zip = unzipSync(new Uint8Array(await answer.arrayBuffer()));
  const files = Object.fromEntries(
    Object.entries(zip).map(([name, bytes]) => [name, Buffer.from(bytes).toString()]),
  );
  const notes = Object.entries(files).flatMap(([name, text]) => {
    const day = /^markdown\/(.*)\.md$/.exec(name)?.[1];
    return day ? [[day, text]] : [];
  });
  return {
    headers: answer.headers,
    files,
    notes: Object.fromEntries(notes) as Record<string, string>,
    json: JSON.parse(files['inner-weather.json'] ?? '') as ExportFile,
  };
}

export function importInto(person: Person, entries: unknown): Promise<Answer<ImportReportDto>> {
  return person.request('POST', '/api/journal/import', { body: { entries } });
}

/** Imports all of them, however many, in as many requests as it takes. */
export async function importAll(person: Person, entries: object[]): Promise<void> {
  for (let first = 0; first < entries.length; first += LIMITS.importBatchMax) {
    const { status, body } = await importInto(person, entries.slice(first, first + LIMITS.importBatchMax));
    if (status !== 200) throw new Error(`import: ${status} ${JSON.stringify(body)}`);
  }
}
