import { dayAt, dayName } from '../time/local-time.js';
import { OUR_TEMPLATES, type Question, questionsOn, TEMPLATE_PATTERN } from './beginnings.js';

const question = (text: string, weekdays: number[] = [], archived = false): Question => ({
  ...{ _id: text, text, weekdays, archived },
});

const OURS = ['Ours, first', 'Ours, second'];
/** A Sunday. */
const SUNDAY = 20_786;
const from = SUNDAY + 1;

describe('the questions of a day', () => {
  it('begin with those of its weekday, on the day that is lived there', () => {
    const questions = [question('The week?', [7]), question('Work?', [1, 5])];
    const on = (day: string) => questionsOn(day, { questions, onlyOwn: false }, OURS);
    // Half past one at night on Monday belongs to Sunday, if the day ends at four.
    const night = Date.parse('2026-11-30T00:30:00Z');
    expect(on(dayAt(night, 60))).toEqual(['Work?', ...OURS]);
    expect(on(dayAt(night, 60, 4))).toEqual(['The week?', ...OURS]);
    expect(on('2026-12-01')).toEqual(OURS);
  });

  it("bring one of one's own a day, in turn, before ours on every other day", () => {
    const questions = ['a', 'b', 'gone', 'c'].map((text) => question(text, [], text === 'gone'));
    const days = [0, 1, 2, 3, 4, 5].map((n) =>
      questionsOn(dayName(from + n), { questions, onlyOwn: false }, OURS),
    );
    const own = days.map((asked) => asked.filter((text) => !OURS.includes(text)));
    expect(own.flat().sort()).toEqual(['a', 'a', 'b', 'b', 'c', 'c']);
    expect(new Set(own.slice(0, 3).flat()).size).toBe(3);
    expect(days.map(([first = '']) => OURS.includes(first))).toEqual([true, false, true, false, true, false]);
    expect(days.every((asked) => asked.length === 3)).toBe(true);
  });

  it("are all of one's own and no others, if that is wanted", () => {
    const questions = [question('a'), question('b'), question('c'), question('Sunday?', [7])];
    const on = (day: number) => questionsOn(dayName(day), { questions, onlyOwn: true }, OURS);
    expect(on(SUNDAY)[0]).toBe('Sunday?');
    expect([...on(SUNDAY)].sort()).toEqual(['Sunday?', 'a', 'b', 'c']);
    expect(on(SUNDAY + 1)).not.toEqual(on(SUNDAY + 2));
    const none = [question('Sunday?', [7])];
    expect(questionsOn(dayName(SUNDAY + 1), { questions: none, onlyOwn: true }, OURS)).toEqual([]);
    // With all of one's own archived, ours are asked.
    const archived = [question('a', [], true)];
    expect(questionsOn(dayName(SUNDAY), { questions: archived, onlyOwn: true }, OURS)).toEqual(OURS);
  });
});

describe('the name of a template in a link', () => {
  it('is one of ours or a UUID, and nothing else', () => {
    const names = [...OUR_TEMPLATES, '0199f5a6-6d4f-7a63-b0a1-4a1d3c1f2e3d'];
    expect(names.filter((name) => !TEMPLATE_PATTERN.test(name))).toEqual([]);
    const others = ['', 'dreams', 'dream&x=1', '//evil.example', '0199F5A6-6D4F-7A63-B0A1-4A1D3C1F2E3D'];
    expect(others.filter((name) => TEMPLATE_PATTERN.test(name))).toEqual([]);
  });
});
