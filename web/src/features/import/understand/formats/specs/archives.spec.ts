import { understand } from '../../understand';
import { BOUNDS, ImportFailure, type Understood } from '../../understood';
import { tarOf } from './drawn/packed.mjs';
import { zipFile } from './zips';

const NOTE = '# 2024-03-30\nRain.';

/** The entries of files, or why there are none. */
async function resultOf(...files: File[]): Promise<Understood | ImportFailure> {
  try {
    return await understand(files);
  } catch (error) {
    if (error instanceof ImportFailure) return error;
    throw error;
  }
}

describe('several ZIPs', () => {
  const part = (name: string, data = NOTE) => zipFile([{ name, data }]);

  it('are the parts of one export', async () => {
    const result = await resultOf(part('a/2024-03-30.md'), part('a/2024-03-31.md', 'Sun.'));
    expect(result).toMatchObject({ entries: [{ words: NOTE }, { words: 'Sun.' }] });
  });

  it('are not read together if they are two diaries, of which one would be lost', async () => {
    expect(await resultOf(part('data.json'), part('data.json'))).toMatchObject({
      code: 'several-exports',
    });
  });
});

describe('an archive of tar', () => {
  it('ends with a reason at any length, and with any byte', async () => {
    const whole = tarOf({ '2024-03-30.md': NOTE, 'a/b.md': '## 2024-03-31\nSun.' });
    for (let at = 0; at < whole.length; at += 61) {
      const odd = whole.with(at, (whole[at] ?? 0) ^ (1 << (at % 8)));
      for (const bytes of [odd, whole.subarray(0, at)]) await resultOf(new File([bytes], 'x.jex'));
    }
    expect(await resultOf(new File([whole], 'x'))).toMatchObject({ entries: [{}, {}] });
    const cut = await resultOf(new File([whole.subarray(0, 600)], 'x'));
    const damaged = await resultOf(new File([whole.with(1_025, 7)], 'x'));
    expect([cut, damaged]).toMatchObject([{ code: 'cut-off' }, { code: 'damaged' }]);
  });

  it('with more files than an export has', async () => {
    const empty = tarOf({ 'a.md': '' }).subarray(0, 512);
    const bytes = new Uint8Array(512 * (BOUNDS.filesInZip + 1));
    for (let at = 0; at < bytes.length; at += 512) bytes.set(empty, at);
    expect(await resultOf(new File([bytes], 'x.jex'))).toMatchObject({ code: 'too-many-files' });
  }, 60_000);
});
