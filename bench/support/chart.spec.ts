import { ratioChart } from './chart.mjs';

const spreadOf = (median: number) => ({ min: median / 2, median, max: median * 2 });

const chart = ratioChart({
  title: 'Ours & theirs',
  explanation: 'Above 1 <ours> is better.',
  series: ['as it is', 'synced'],
  rows: [
    {
      label: 'save',
      goal: 2.5,
      bars: [
        { series: 0, ratio: spreadOf(0.25) },
        { series: 1, ratio: spreadOf(4) },
      ],
    },
    { label: 'login', bars: [{ series: 0, ratio: spreadOf(0.5) }] },
  ],
});

/** Where the grid's line of a value stands. */
const markAt = (value: string) => Number(new RegExp(`x="([\\d.]+)"[^>]*>${value}</text>`).exec(chart)?.[1]);

/** From and to of every bar, in their order. */
const bars = [...chart.matchAll(/<rect x="([\d.]+)" y="\d+" width="([\d.]+)" height="12"/g)].map(
  ([, x, width]) => [Number(x), Number(x) + Number(width)] as const,
);

describe('a chart of ratios', () => {
  it('names itself, its rows and its series, with nothing that breaks the markup', () => {
    expect(chart).toContain('<title>Ours &amp; theirs</title>');
    expect(chart).toContain('Above 1 &lt;ours&gt; is better.');
    for (const words of ['save', 'login', 'as it is', 'synced']) expect(chart).toContain(`>${words}</text>`);
  });

  it('draws what is below 1 to the left of the line at 1 and what is above it to the right', () => {
    const one = markAt('1');
    expect(bars).toHaveLength(3);
    expect(bars[0]?.[1]).toBeCloseTo(one, 0);
    expect(bars[0]?.[0]).toBeLessThan(one);
    expect(bars[1]?.[0]).toBeCloseTo(one, 0);
    expect(bars[1]?.[1]).toBeGreaterThan(one);
  });

  it('is logarithmic: half and twice are as far from 1', () => {
    expect(markAt('1') - markAt('0.5')).toBeCloseTo(markAt('2') - markAt('1'), 0);
  });

  it('says the median in digits and shows the goal where there is one', () => {
    expect(chart).toContain('>0.25</text>');
    expect(chart.match(/<title>goal 2.5<\/title>/g)).toHaveLength(1);
    expect(chart.match(/<path /g)).toHaveLength(1);
  });
});
