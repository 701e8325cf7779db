import { isValueOf, sumUp } from './measures.js';

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

describe('the values of a day', () => {
  it('are summed up as the person has chosen', () => {
    const values = [2, 5, 2];
    expect((['last', 'sum', 'mean', 'most'] as const).map((how) => sumUp(how, values))).toEqual([2, 9, 3, 5]);
  });
});
