import { inNight, type Measure, type Measured, sumUp } from './measures.js';

/** Sums up the values of entries by measure and day. Add entries in order. */
export class DayValues {
  /** By measure, then by day since 1970-01-01. Nearly all days have one value, which needs no array. */
  private readonly values = new Map<string, Map<number, number | number[]>>();
  private readonly ofDay = new Map<string, Map<number, number>>();

  /** @param ofDay whether these values stand for the whole day, whatever else was measured on it */
  add(day: number, measured: Measured, ofDay: boolean): void {
    for (const id in measured) {
      const value = measured[id];
      if (value === undefined) continue;
      if (ofDay) of(this.ofDay, id).set(day, value);
      const days = of(this.values, id);
      const values = days.get(day);
      if (values === undefined) days.set(day, value);
      else if (typeof values === 'number') days.set(day, [values, value]);
      else values.push(value);
    }
  }

  /** One value for each day that has one, in order. Times after midnight are as `inNight` says. */
  of({ _id, daySum, kind }: Pick<Measure, '_id' | 'daySum' | 'kind'>): Map<number, number> {
    const whole = this.ofDay.get(_id);
    const summed = new Map<number, number>();
    for (const [day, values] of this.values.get(_id) ?? []) {
      const ofDay = whole?.get(day) ?? (typeof values === 'number' ? values : undefined);
      summed.set(
        day,
        ofDay === undefined
          ? sumUp(
              daySum,
              (values as number[]).map((value) => inNight(kind, value)),
            )
          : inNight(kind, ofDay),
      );
    }
    return summed;
  }
}

function of<Value>(all: Map<string, Map<number, Value>>, id: string): Map<number, Value> {
  const found = all.get(id);
  if (found) return found;
  const created = new Map<number, Value>();
  all.set(id, created);
  return created;
}
