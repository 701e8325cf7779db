import { createHash } from 'node:crypto';
import { ImportEntryDto, type ImportReportDto } from '@inner-weather/contracts/import.dto';
import { MESSAGES } from '@inner-weather/contracts/messages';
import type { ImportEntriesRequest } from '@inner-weather/contracts/rpc';
import { problemsOf } from '@inner-weather/platform/errors';
import { canonicalHash } from '@inner-weather/platform/mongo/canonical-hash';
import { Injectable } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { Types } from 'mongoose';
import { EntriesRepository } from './entries.repository.js';
import { EntriesService } from './entries.service.js';
import type { WeatherStamp } from './entry.schema.js';
import { known, type NewEntry, pending } from './new-entry.js';

/** Takes entries back in that were exported, here or elsewhere. */
@Injectable()
export class ImportService {
  constructor(
    private readonly entries: EntriesRepository,
    private readonly service: EntriesService,
  ) {}

  /**
   * Adds what is not there yet, as often as it is asked. An entry is there already under its id in the file, where
   * that is this person's own, or under the id that an import gives it: one that only this person and that entry
   * have, so another person's entry of the same id is neither touched nor told of. Throws `unauthenticated` when the
   * account was deleted.
   */
  async import({ userId, entries }: ImportEntriesRequest): Promise<ImportReportDto> {
    const judged = entries.map(judge);
    const refused = judged.flatMap((one, index) =>
      'reasons' in one ? [{ index, reasons: one.reasons }] : [],
    );
    const good = judged.flatMap((one) => ('entry' in one ? [one.entry] : []));
    const own = await this.entries.whichAreOf(
      userId,
      good.flatMap(({ _id }) => _id ?? []),
    );
    const now = new Date();
    const wanted = good
      .filter(({ _id }) => _id === undefined || !own.has(_id.toLowerCase()))
      .map((entry) => toNewEntry(userId, entry, now));
    // The same entry twice in one file is one entry.
    const once = [...new Map(wanted.map((entry) => [String(entry._id), entry])).values()];
    const added = await this.entries.insertNew(userId, once);
    if (added > 0) await this.service.assertNotTooLate(userId);
    return { added, alreadyThere: good.length - added, refused };
  }
}

function judge(given: object): { entry: ImportEntryDto } | { reasons: string[] } {
  const entry = plainToInstance(ImportEntryDto, given);
  const problems = problemsOf(validateSync(entry, { whitelist: true }));
  return problems.length > 0 ? { reasons: problems.map(({ msg }) => msg) } : { entry };
}

function toNewEntry(userId: string, entry: ImportEntryDto, now: Date): NewEntry {
  const { content, inputMood = '', location, neverSendToAi = false, createdAt } = entry;
  return {
    _id: importedId(userId, entry),
    userId,
    schemaVersion: 1,
    content,
    inputMood,
    location,
    weather: stampOf(entry, now),
    neverSendToAi,
    createdAt: new Date(createdAt),
    updatedAt: new Date(entry.updatedAt ?? createdAt),
  };
}

function stampOf({ weatherData, weatherStatus, location }: ImportEntryDto, now: Date): WeatherStamp {
  if (weatherStatus === 'unavailable')
    return known('unavailable', MESSAGES.weatherUnavailable, location, now);
  return weatherData?.trim() ? known('ready', weatherData, location, now) : pending(location, now);
}

/** 96 bits of a hash of the person and of what the entry is known by. */
function importedId(userId: string, entry: ImportEntryDto): Types.ObjectId {
  const source = entry._id ?? canonicalHash(entry);
  const hash = createHash('sha256')
    .update(JSON.stringify(['imported entry', userId, source]))
    .digest();
  return new Types.ObjectId(hash.subarray(0, 12));
}
