import { type Measure, type Measured, sumUp } from './measures.js';

/** Sums up the values of entries by measure and day. Add entries in order. */
export class DayValues {
  /** By measure, then by day since 1970-01-01. */
  private readonly values = new Map<string, Map<number, number[]>>();
  private readonly ofDay = new Map<string, Map<number, number>>();

  /** @param ofDay whether these values stand for the whole day, whatever else was measured on it */
  add(day: number, measured: Measured, ofDay: boolean): void {
    for (const [id, value] of Object.entries(measured)) {
      if (ofDay) of(this.ofDay, id).set(day, value);
      const days = of(this.values, id);
      const values = days.get(day);
      if (values) values.push(value);
      else days.set(day, [value]);
    }
  }

  /** One value for each day that has one, in order. */
  of({ _id, daySum }: Pick<Measure, '_id' | 'daySum'>): Map<number, number> {
    const whole = this.ofDay.get(_id);
    return new Map(
      [...(this.values.get(_id) ?? [])].map(([day, values]) => [
        day,
        whole?.get(day) ?? sumUp(daySum, values),
      ]),
    );
  }
}

function of<Value>(all: Map<string, Map<number, Value>>, id: string): Map<number, Value> {
  const found = all.get(id);
  if (found) return found;
  const created = new Map<number, Value>();
  all.set(id, created);
  return created;
}
