import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, expectData } from '../../../lib/api-client';
import { isTransient } from '../../../lib/api-error';
import type { components } from '../../../lib/api-types.gen';
import { type NumberedEntry, partsOf, readExportFile, type Refusal } from './export-file';

type PartReport = components['schemas']['ImportReportDto'];

/** What became of a file. */
export interface ImportReport {
  added: number;
  alreadyThere: number;
  refused: Refusal[];
  /** Insights in the file. */
  insights: number;
}

/** How often a part is sent when no answer comes: sent twice it adds nothing twice. */
const ATTEMPTS = 4;

/** POST /journal/import, part by part. */
export function useImport() {
  const queryClient = useQueryClient();
  const [progress, setProgress] = useState({ done: 0, of: 0 });
  const mutation = useMutation({
    mutationFn: async (file: File): Promise<ImportReport> => {
      const { entries, insights } = await readExportFile(file);
      const { parts, refused } = partsOf(entries);
      const report = { added: 0, alreadyThere: 0, refused, insights };
      let done = refused.length;
      for (const part of parts) {
        setProgress({ done, of: entries.length });
        const answer = await sendPart(part);
        report.added += answer.added;
        report.alreadyThere += answer.alreadyThere;
        report.refused.push(
          ...answer.refused.map(({ index, reasons }) => ({ number: part[index]?.number ?? 0, reasons })),
        );
        done += part.length;
      }
      report.refused.sort((a, b) => a.number - b.number);
      return report;
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['entries'] }),
  });
  return { ...mutation, progress };
}

/** Waits where the server asks for that, and tries again what may not have arrived. */
async function sendPart(part: NumberedEntry[]): Promise<PartReport> {
  const body = { entries: part.map(({ entry }) => entry) };
  for (let attempt = 1; ; attempt += 1) {
    try {
      const answer = await api.POST('/api/journal/import', { body });
      if (answer.response.status !== 429) return expectData(answer);
      await sleep(Number(answer.response.headers.get('retry-after') ?? 60) * 1_000);
    } catch (error) {
      if (attempt >= ATTEMPTS || !isTransient(error)) throw error;
      await sleep(1_000 * 2 ** attempt);
    }
  }
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
