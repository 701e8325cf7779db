import fc from 'fast-check';
import { Belief } from './belief.js';
import { comeHome } from './come-home.js';
import { MOVING_STEPS } from './moving-steps.js';
import { SESSION_STEPS } from './session-steps.js';
import { type Lane, Stage } from './stage.js';
import { Step, type StepKind } from './step.js';
import { WRITING_STEPS } from './writing-steps.js';

const KINDS: Record<string, StepKind> = { ...WRITING_STEPS, ...MOVING_STEPS, ...SESSION_STEPS };

/** How often people do what, compared with the rest, which they do once. */
const OFTEN: Record<string, number> = {
  write: 5,
  edit: 4,
  delete: 3,
  go: 4,
  reload: 2,
  back: 2,
  foreign: 2,
  calm: 2,
};

const STEPS_MAX = 32;

/** Milliseconds for shorter ways to the same fault. */
const SHRINKING_MS = Number(process.env.SITTINGS_SHRINK_MS ?? 90_000);

const WITHOUT = process.env.SITTINGS_WITHOUT?.split(',') ?? [];

const steps = Object.entries(KINDS).flatMap(([name, kind]) => {
  if (WITHOUT.includes(name)) return [];
  const step = fc
    .array(fc.nat({ max: 99 }), { minLength: kind.args, maxLength: kind.args })
    .map((args) => new Step(name, kind, args));
  return Array.from({ length: OFTEN[name] ?? 1 }, () => step);
});

export interface Found {
  seed?: number;
  /** The shortest steps that are known to lead to it. */
  steps: string;
  fault: string;
}

export interface Sat {
  /** Of the first run, before a fault was sought in shorter ones. */
  steps: number;
  seconds: number;
  found?: Found;
}

/** One sitting, and if it finds a fault, shorter ones. */
export async function sit(lane: Lane, seed: number): Promise<Sat> {
  const start = Date.now();
  let first: Omit<Sat, 'found'> | undefined;
  let shrinkUntil = Infinity;
  const property = fc.asyncProperty(
    fc.commands(steps, { maxCommands: STEPS_MAX, size: 'max' }),
    async (commands) => {
      // What is not tried counts as no fault. fast-check's own limit would leave a sitting running.
      if (Date.now() > shrinkUntil) return;
      let count = 0;
      try {
        const isKilled = [...commands].some((one) => String(one) === 'kill');
        await runOn(lane, isKilled, (belief, stage) =>
          fc
            .asyncModelRun(() => ({ model: belief, real: stage }), commands)
            .finally(() => {
              count = belief.step;
            }),
        );
      } finally {
        if (!first) shrinkUntil = Date.now() + SHRINKING_MS;
        first ??= { steps: count, seconds: (Date.now() - start) / 1_000 };
      }
    },
  );
  const endOnFailure = SHRINKING_MS === 0;
  const result = await fc.check(property, { seed, numRuns: 1, unbiased: true, endOnFailure });
  if (!first) throw new Error(`Nothing was done for the seed ${seed}`);
  const sat: Sat = first;
  if (!result.failed) return sat;
  const { errorInstance: error } = result;
  if (!(error instanceof SpoiltSitting)) throw error;
  return { ...sat, found: { seed, steps: error.steps.join('; '), fault: error.message } };
}

/** Repeats known steps, such as `write 0 0; reload`. Throws if there is a fault. */
export async function repeat(lane: Lane, text: string): Promise<void> {
  await runOn(lane, /\bkill\b/.test(text), async (belief, stage) => {
    for (const words of text.split(';')) {
      const [name = '', ...args] = words.trim().split(' ');
      const kind = KINDS[name];
      if (!kind) throw new Error(`There is no step ${name}`);
      const step = new Step(name, kind, args.map(Number));
      if (step.check(belief)) await step.run(belief, stage);
    }
  });
}

/** A sitting with a fault. */
class SpoiltSitting extends Error {
  constructor(
    readonly steps: readonly string[],
    message: string,
    options: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** From the first look at the journal until everything is at home. */
async function runOn(
  lane: Lane,
  isKilled: boolean,
  sitting: (belief: Belief, stage: Stage) => Promise<void>,
): Promise<void> {
  const belief = new Belief();
  const stage = await Stage.open(lane, belief, isKilled);
  try {
    await sitting(belief, stage);
    await comeHome(belief, stage);
  } catch (error) {
    throw new SpoiltSitting(belief.done, await describe(error, belief, stage), { cause: error });
  } finally {
    lane.front.answerItself();
    await stage.close();
  }
}

/** A fault with what the page shows. */
async function describe(error: unknown, belief: Belief, stage: Stage): Promise<string> {
  const { message } = error as Error;
  const { page, answers } = stage.screen(belief);
  const text = await page
    .locator('main')
    .innerText({ timeout: 1_000 })
    .catch(() => '?');
  return [
    message.split('\n').slice(0, 12).join('\n'),
    `at step ${belief.step}, on ${page.url()}, after ${answers.join(', ') || 'usual answers'}`,
    `${belief.device.session}${belief.device.isOffline ? ', offline' : ''}${belief.foreign ? `, ${Object.values(belief.foreign).join(' ')}` : ''}`,
    text.replaceAll(/\s*\n\s*/g, ' | ').slice(0, 500),
  ].join('\n    ');
}
