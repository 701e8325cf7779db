import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../deploy/local/prepare.mjs';
import { MOOD_SCORES, MOODS } from '../libs/domain/dist/entries/moods.js';
import { skyOf } from '../libs/domain/dist/weather/skies.js';
import { figuresFile } from './demo/figures.mjs';

/* `npm run demo:figures`: writes the data of the demo account that the landing page's pictures show. */

const file = join(ROOT, 'web/src/features/landing/sample-figures.gen.ts');
writeFileSync(file, figuresFile({ moods: MOODS, scores: MOOD_SCORES, skyOf }));
