import type { MoodGroup } from './get-statistics';
import { summaryOf } from './differences';

const group = (name: string, differs: MoodGroup['differs'] = null, mean: number | null = 1): MoodGroup => ({
  name,
  days: 10,
  mean,
  low: mean,
  high: mean,
  differs,
});

describe("a chart's sentence", () => {
  it('claims nothing where the test found nothing', () => {
    expect(summaryOf('weekdays', [group('1'), group('2')])).toBe('These days are too alike to tell apart.');
    expect(summaryOf('skies', [group('clear'), group('rain', null, null)])).toBe(
      'Too few days to compare, so far.',
    );
  });

  it('does not compare weather of an unknown kind, and says so', () => {
    const other = 'Other weather is not compared, because its kind is not known.';
    expect(summaryOf('skies', [group('clear'), group('other')])).toBe(
      `Too few days to compare, so far. ${other}`,
    );
    expect(summaryOf('skies', [group('clear'), group('rain'), group('other')])).toBe(
      `These days are too alike to tell apart. ${other}`,
    );
    expect(summaryOf('tags', [group('Family'), group('other')])).not.toContain('weather');
  });

  it('names what differs, and says that it need not be the cause', () => {
    expect(summaryOf('weekdays', [group('1', 'heavier'), group('2')])).toBe(
      'Mondays were heavier than the others.',
    );
    expect(summaryOf('weekdays', [group('1', 'heavier'), group('2', 'heavier'), group('7', 'heavier')])).toBe(
      'Mondays, Tuesdays and Sundays were heavier than the others.',
    );
    expect(summaryOf('tags', [group('Family', 'brighter'), group('work')])).toMatch(
      /^Days with “Family” were brighter than the others\. Going together/,
    );
    expect(
      summaryOf('skies', [group('clear', 'brighter'), group('fog', 'heavier'), group('rain', 'heavier')]),
    ).toBe(
      'Clear days were brighter than the others. Foggy days and rainy days were heavier than the others. Going together does not mean that one caused the other.',
    );
    expect(summaryOf('hours', [group('23', 'brighter'), group('9')])).toMatch(
      /^Entries from 23:00 to 00:00 were/,
    );
  });
});
