import { DomainError } from '@inner-weather/contracts/messaging/errors';
import type { MeasureFields } from '@inner-weather/contracts/measures/measures.dto';
import {
  isValueOf,
  type Measure,
  MEASURE_LIMITS,
  type Measured,
  type MeasureKind,
  RANGES,
} from '@inner-weather/domain/measures/measures';
import { inOrder } from '@inner-weather/domain/own-lists/own-lists';
import { MEASURE_PROBLEMS } from '@inner-weather/domain/problems/measure-problems';
import { problem } from '@inner-weather/domain/problems/problem';
import { Injectable } from '@nestjs/common';
import { OwnListsRepository } from '../own-lists/own-lists.repository.js';

/** Seconds after which the values of a deleted measure are gone: two searches of ForgottenMeasures. */
const LEAVING_S = 120;

/** What people measure: the names and kinds, not the values. */
@Injectable()
export class MeasuresService {
  constructor(private readonly lists: OwnListsRepository) {}

  async list(userId: string): Promise<Measure[]> {
    return (await this.lists.find(userId, 'measures')).content;
  }

  /**
   * Creates or changes a measure. Throws `validation_failed` if there are too many, or if its kind would change, and
   * `unavailable` while its values are being deleted.
   */
  async put(userId: string, _id: string, fields: MeasureFields): Promise<Measure> {
    const { name, kind, unit, picture, daySum, askedOn, archived } = fields;
    const measure: Measure = { _id, name, kind, unit, picture, daySum, askedOn, archived };
    await this.lists.change(userId, 'measures', ({ content: measures, leaving }) => {
      if (leaving.includes(_id))
        throw new DomainError('unavailable', problem(MEASURE_PROBLEMS.measure_leaving), LEAVING_S);
      const existing = measures.find((one) => one._id === _id);
      if (existing && existing.kind !== kind)
        throw refused(problem(MEASURE_PROBLEMS.measure_kind_stays), 'kind');
      const changed = existing
        ? measures.map((one) => (one === existing ? measure : one))
        : [...measures, measure];
      assertRoom(changed);
      return { content: changed, leaving };
    });
    return measure;
  }

  /** @param ids those that are not named follow in their present order */
  async order(userId: string, ids: string[]): Promise<Measure[]> {
    const { content } = await this.lists.change(userId, 'measures', (list) => ({
      ...list,
      content: inOrder(list.content, ids),
    }));
    return content;
  }

  /** Its values are deleted by ForgottenMeasures. */
  async delete(userId: string, measureId: string): Promise<void> {
    await this.lists.change(userId, 'measures', ({ content: measures, leaving }) => ({
      content: measures.filter(({ _id }) => _id !== measureId),
      leaving: measures.some(({ _id }) => _id === measureId) ? [...leaving, measureId] : leaving,
    }));
  }

  /**
   * The values that an entry may keep: those of measures that do not exist, or not any more, are left out. Throws
   * `validation_failed` for one that its measure cannot have.
   */
  async accept(userId: string, measured: Measured): Promise<Measured> {
    if (Object.keys(measured).length === 0) return measured;
    return acceptedOf(await this.list(userId), measured);
  }
}

/** Throws `not_found`. */
export function measureIn(measures: readonly Measure[], measureId: string): Measure {
  const measure = measures.find(({ _id }) => _id === measureId);
  if (!measure) throw new DomainError('not_found', problem(MEASURE_PROBLEMS.no_such_measure));
  return measure;
}

/** See MeasuresService.accept. */
export function acceptedOf(measures: readonly Measure[], measured: Measured): Measured {
  const accepted: Measured = {};
  for (const { _id, name, kind } of measures) {
    const value = measured[_id];
    if (value === undefined) continue;
    if (!isValueOf(kind, value)) throw refused(outOfRange(name, kind), 'measures');
    accepted[_id] = value;
  }
  return accepted;
}

function outOfRange(name: string, kind: MeasureKind) {
  const { min, max, digits } = RANGES[kind];
  return digits === 0
    ? problem(MEASURE_PROBLEMS.measure_value_whole, { name, min, max })
    : problem(MEASURE_PROBLEMS.measure_value, { name, min, max, digits });
}

function assertRoom(measures: Measure[]): void {
  const { activeMax, allMax } = MEASURE_LIMITS;
  if (measures.filter(({ archived }) => !archived).length > activeMax)
    throw refused(problem(MEASURE_PROBLEMS.measures_full, { max: activeMax }), 'archived');
  if (measures.length > allMax)
    throw refused(problem(MEASURE_PROBLEMS.measures_full_in_all, { max: allMax }), 'archived');
}

const refused = (detail: ReturnType<typeof problem>, field: string): DomainError =>
  new DomainError('validation_failed', { ...detail, field });
