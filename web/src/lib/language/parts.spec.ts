import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { modulesOfParts } from '../../../build/parts';

const SOURCE = resolve(import.meta.dirname, '../..');
const parts = modulesOfParts();

describe('the parts of a catalogue', () => {
  it('have every module that shows a message', () => {
    const modules = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter(
      (path) =>
        /(?<!\.spec)\.tsx?$/.test(path) &&
        /from '@lingui\/(?:core|react)\/macro'/.test(readFileSync(resolve(SOURCE, path), 'utf8')),
    );
    expect(modules.length).toBeGreaterThan(10);
    const inParts = new Set(Object.values(parts).flatMap((paths) => [...paths]));
    expect(modules.filter((path) => !inParts.has(`web/src/${path}`))).toEqual([]);
  });

  it('give the first page what it shows and nothing of other pages', () => {
    for (const path of [
      'app/frame/navbar.tsx',
      'features/landing/components/landing-page.tsx',
      'lib/api/api-error.ts',
    ])
      expect(parts.frame).toContain(`web/src/${path}`);
    expect([...(parts.frame ?? [])].filter((path) => /features\/(?:days|insights|data)/.test(path))).toEqual(
      [],
    );
    expect(parts.landing).toContain('web/src/features/landing/components/yours.tsx');
    expect(parts.frame).not.toContain('web/src/features/landing/components/yours.tsx');
    expect(parts.shared).toContain('web/src/app/notices/zone-notice.tsx');
    expect(parts.settings).toContain('web/src/features/appearance/components/appearance.tsx');
  });
});
