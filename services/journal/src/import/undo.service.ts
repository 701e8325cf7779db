import type { PastImportsDto, UndoneImportDto } from '@inner-weather/contracts/journal/import.dto';
import { DomainError } from '@inner-weather/contracts/messaging/errors';
import type { ImportEntriesRequest, UndoImportRequest } from '@inner-weather/contracts/rpc/journal';
import { LIMITS } from '@inner-weather/domain/limits';
import { JOURNAL_PROBLEMS } from '@inner-weather/domain/problems/journal-problems';
import { problem } from '@inner-weather/domain/problems/problem';
import { ByteBudget, ONE_AT_A_TIME } from '@inner-weather/platform/limits/byte-budget';
import { Injectable } from '@nestjs/common';
import { bytesOf } from '../entries/entry-bytes.js';
import { StorageService } from '../storage/storage.service.js';
import { ImportsRepository } from './imports.repository.js';

const DAY_MS = 24 * 60 * 60_000;

/** Entries that are deleted by one command, and by one request at the least. Few, so that other commands get their turn. */
const PART = 50;

/**
 * Requests that run at the same time: one of each person. A second one of a person gets its turn long before the
 * gateway's deadline of 20 s.
 */
const AT_ONCE = { bytes: 2, ...ONE_AT_A_TIME, waitingMax: 32, waitMs: 8_000 };

/** Lists imports, and deletes their entries. */
@Injectable()
export class UndoService {
  private readonly turns = new ByteBudget(AT_ONCE);
  /** Of their own, so that the list can be seen while an import is undone. */
  private readonly lists = new ByteBudget(AT_ONCE);

  constructor(
    private readonly imports: ImportsRepository,
    private readonly storage: StorageService,
  ) {}

  /**
   * Lists the imports that can be undone, newest first. When too many requests are waiting, throws `rate_limited` if they
   * are this person's, and `unavailable` if not.
   */
  async list(userId: string): Promise<PastImportsDto> {
    const list = () => this.imports.list(userId, undoableSince(), LIMITS.importsListMax);
    const imports = await this.lists.during(1, userId, list);
    return { imports: imports.map((one) => ({ ...one, startedAt: one.startedAt.toISOString() })) };
  }

  /**
   * Deletes entries of an import that were not edited: at most LIMITS.importUndoBatch, for about LIMITS.importUndoMs,
   * but a first few however slow the database is. Repeating the request deletes further ones. Throws `not_found` if none
   * is left. When too many requests are waiting, throws `rate_limited` if they are this person's, and `unavailable` if not.
   */
  undo({ userId, importId }: UndoImportRequest): Promise<UndoneImportDto> {
    return this.turns.during(1, userId, () => this.deleteSome(userId, importId));
  }

  /** Throws `import_undone` for a further part of an undone import, unless the person wants deleted entries back. */
  async assertNotUndone({
    userId,
    import: origin,
    restoreDeleted,
  }: Pick<ImportEntriesRequest, 'userId' | 'import' | 'restoreDeleted'>): Promise<void> {
    if (!origin || restoreDeleted || !(await this.imports.isUndone(userId, origin.id))) return;
    throw new DomainError('import_undone', problem(JOURNAL_PROBLEMS.import_undone));
  }

  private async deleteSome(userId: string, importId: string): Promise<UndoneImportDto> {
    const since = undoableSince();
    const entries = await this.imports.listEntries(userId, importId, since, LIMITS.importUndoBatch);
    if (entries.length === 0) throw new DomainError('not_found', problem(JOURNAL_PROBLEMS.no_such_import));
    // Counted from here, and looked at after each few: a slow list does not leave a request without a deletion.
    const endsAt = performance.now() + LIMITS.importUndoMs;
    let deleted = 0;
    let done = 0;
    do {
      const part = entries.slice(done, done + PART);
      const erased = await this.imports.erase(userId, importId, part);
      await this.storage.release(
        userId,
        erased.reduce((bytes, entry) => bytes + bytesOf(entry), 0),
      );
      deleted += erased.length;
      done += part.length;
    } while (done < entries.length && performance.now() < endsAt);
    // A list that is not full has all there were.
    if (entries.length < LIMITS.importUndoBatch) return { deleted, remaining: entries.length - done };
    return { deleted, remaining: await this.imports.countEntries(userId, importId, since) };
  }
}

const undoableSince = (): Date => new Date(Date.now() - LIMITS.importUndoDays * DAY_MS);
