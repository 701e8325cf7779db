import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, expectData } from '../../../lib/api/api-client';
import { isTransient, textOfError } from '../../../lib/api/api-error';
import type { components } from '../../../lib/api/api-types.gen';
import { type NumberedEntry, partsOf, readExportFile, type Refusal } from './export-file';

type PartReport = components['schemas']['ImportReportDto'];

/** The result of an import. */
export interface ImportReport {
  added: number;
  alreadyThere: number;
  refused: Refusal[];
  /** The number of added entries whose weather is being looked up. */
  lookedUp: number;
  /** Entries that were deleted here, and stay deleted. */
  deleted: number;
  /** The number of tags and moods that were moved to the end of their texts. */
  labelsInText: number;
  /** The number of tags and moods that did not fit into their texts. */
  labelsLeftOut: number;
  /** Insights in the file. */
  insights: number;
}

interface ImportRequest {
  file: File;
  /** Whether to look up the weather of entries that have none. */
  lookUpWeather: boolean;
}

/** The user has imported as many entries as an hour allows. */
export class ImportPaused extends Error {
  /** When the import can continue. */
  readonly until: Date;

  constructor(waitMs: number) {
    super('paused');
    this.until = new Date(Date.now() + waitMs);
  }
}

/** How often a part is sent if no answer comes. Repeating it is safe: it adds no entry twice. */
const ATTEMPTS = 4;

/** POST /journal/import, part by part. */
export function useImport() {
  const queryClient = useQueryClient();
  const [progress, setProgress] = useState({ done: 0, of: 0 });
  const [imported, setImported] = useState(0);
  const mutation = useMutation({
    mutationFn: async ({ file, lookUpWeather }: ImportRequest): Promise<ImportReport> => {
      setImported(0);
      const { entries, insights } = await readExportFile(file);
      const { parts, ...counts } = partsOf(entries);
      const report = { added: 0, alreadyThere: 0, deleted: 0, lookedUp: 0, ...counts, insights };
      let done = report.refused.length;
      for (const part of parts) {
        setProgress({ done, of: entries.length });
        const answer = await sendPart(part, lookUpWeather);
        report.added += answer.added;
        report.alreadyThere += answer.alreadyThere;
        report.deleted += answer.deleted;
        report.labelsInText += answer.labelsInText;
        report.labelsLeftOut += answer.labelsLeftOut;
        report.lookedUp += answer.lookedUp;
        report.refused.push(
          ...answer.refused.map(({ index, errors }) => ({
            number: part[index]?.number ?? 0,
            reasons: errors.map(textOfError),
          })),
        );
        done += part.length;
        setImported(report.added + report.alreadyThere);
      }
      report.refused.sort((a, b) => a.number - b.number);
      return report;
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['entries'] }),
  });
  return { ...mutation, progress, imported };
}

/** The longest wait (milliseconds) that an import takes on its own. For longer ones it asks the user to come back. */
const WAIT_MS_MAX = 2 * 60_000;

/** Waits if the server asks for it, and repeats a request that may not have arrived. */
async function sendPart(part: NumberedEntry[], lookUpWeather: boolean): Promise<PartReport> {
  const body = { entries: part.map(({ entry }) => entry), lookUpWeather };
  for (let attempt = 1; ; attempt += 1) {
    try {
      const answer = await api.POST('/api/journal/import', { body });
      const waitMs = Number(answer.response.headers.get('retry-after') ?? 60) * 1_000;
      if (answer.response.status === 429 && waitMs > WAIT_MS_MAX) throw new ImportPaused(waitMs);
      if (answer.response.status !== 429) return expectData(answer);
      await sleep(waitMs);
    } catch (error) {
      if (attempt >= ATTEMPTS || error instanceof ImportPaused || !isTransient(error)) throw error;
      await sleep(1_000 * 2 ** attempt);
    }
  }
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
