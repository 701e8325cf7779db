import { DayValues } from './day-values.js';
import { inNight, isValueOf, onClock, sumUp } from './measures.js';

describe('a value', () => {
  it.each([
    ['yes-no', [0, 1], [-1, 2, 0.5]],
    ['number', [-12.5, 0, 72.125, 1e9], [0.0001, 1e10, NaN, Infinity]],
    ['scale-5', [1, 5], [0, 6, 2.5]],
    ['scale-10', [0, 10], [-1, 11]],
    ['duration', [0, 450, 1440], [-1, 1441, 7.5]],
    ['time', [0, 1439], [1440]],
  ] as const)('of the kind %s is in its range', (kind, values, others) => {
    expect(values.map((value) => isValueOf(kind, value))).toEqual(values.map(() => true));
    expect(others.map((value) => isValueOf(kind, value))).toEqual(others.map(() => false));
  });
});

describe('a time', () => {
  it('after midnight is later than those of the evening before', () => {
    const times = new DayValues();
    times.add(1, { bed: 23 * 60 + 30 }, false);
    times.add(1, { bed: 30 }, false);
    times.add(2, { bed: 15 }, true);
    const bed = times.of({ _id: 'bed', kind: 'time', daySum: 'mean' });
    expect([...bed.values()]).toEqual([24 * 60, 24 * 60 + 15]);
    expect([...bed.values()].map((value) => onClock('time', value))).toEqual([0, 15]);
    expect([inNight('time', 4 * 60), inNight('duration', 30), onClock('duration', 1440)]).toEqual([
      240, 30, 1440,
    ]);
  });
});

describe('the values of a day', () => {
  it('are summed up as the person has chosen', () => {
    const values = [2, 5, 2];
    expect((['last', 'sum', 'mean', 'most'] as const).map((how) => sumUp(how, values))).toEqual([2, 9, 3, 5]);
  });
});
