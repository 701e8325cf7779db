import type { PastImportsDto, UndoneImportDto } from '@inner-weather/contracts/journal/import.dto';
import { DomainError } from '@inner-weather/contracts/messaging/errors';
import type { UndoImportRequest } from '@inner-weather/contracts/rpc/journal';
import { LIMITS } from '@inner-weather/domain/limits';
import { JOURNAL_PROBLEMS } from '@inner-weather/domain/problems/journal-problems';
import { problem } from '@inner-weather/domain/problems/problem';
import { ByteBudget, ONE_AT_A_TIME } from '@inner-weather/platform/limits/byte-budget';
import { Injectable } from '@nestjs/common';
import { type DeletableEntry, EntriesRepository } from '../entries/entries.repository.js';
import { bytesOf } from '../entries/entry-bytes.js';
import { StorageService } from '../storage/storage.service.js';
import { ImportsRepository } from './imports.repository.js';

const DAY_MS = 24 * 60 * 60_000;

/** Entries that one request deletes at the same time. Few, so that other requests get their turn at the database. */
const PARALLEL = 25;

/** Requests that run at the same time: one of each person. One ends well before the caller's deadline of 5 s. */
const AT_ONCE = { bytes: 2, ...ONE_AT_A_TIME, waitingMax: 32, waitMs: 1_500 };

/** Lists imports, and deletes their entries. */
@Injectable()
export class UndoService {
  private readonly turns = new ByteBudget(AT_ONCE);

  constructor(
    private readonly imports: ImportsRepository,
    private readonly entries: EntriesRepository,
    private readonly storage: StorageService,
  ) {}

  /** Lists the imports that can be undone, newest first. Throws `unavailable` when too many requests are waiting. */
  async list(userId: string): Promise<PastImportsDto> {
    const list = () => this.imports.list(userId, undoableSince(), LIMITS.importsListMax);
    const imports = await this.turns.during(1, userId, list);
    return { imports: imports.map((one) => ({ ...one, startedAt: one.startedAt.toISOString() })) };
  }

  /**
   * Deletes entries of an import that were not edited: at most LIMITS.importUndoBatch, and for about
   * LIMITS.importUndoMs. Repeating the request deletes further ones. Throws `not_found` if none is left, and
   * `unavailable` when too many requests are waiting.
   */
  undo({ userId, importId }: UndoImportRequest): Promise<UndoneImportDto> {
    return this.turns.during(1, userId, () => this.deleteSome(userId, importId));
  }

  private async deleteSome(userId: string, importId: string): Promise<UndoneImportDto> {
    const since = undoableSince();
    const endsAt = performance.now() + LIMITS.importUndoMs;
    const entries = await this.imports.listEntries(userId, importId, since, LIMITS.importUndoBatch);
    if (entries.length === 0) throw new DomainError('not_found', problem(JOURNAL_PROBLEMS.no_such_import));
    let deleted = 0;
    for (let from = 0; from < entries.length && performance.now() < endsAt; from += PARALLEL) {
      const some = entries.slice(from, from + PARALLEL);
      const outcomes = await Promise.all(some.map((entry) => this.delete(entry, importId)));
      deleted += outcomes.filter(Boolean).length;
    }
    return { deleted, remaining: await this.imports.countEntries(userId, importId, since) };
  }

  /** False when the entry was edited or deleted in the meantime. */
  private async delete(entry: DeletableEntry, importId: string): Promise<boolean> {
    const erasedEntry = await this.entries.replaceByTombstone(entry, { 'import.id': importId });
    if (!erasedEntry) return false;
    await this.storage.release(entry.userId, bytesOf(erasedEntry));
    return true;
  }
}

const undoableSince = (): Date => new Date(Date.now() - LIMITS.importUndoDays * DAY_MS);
