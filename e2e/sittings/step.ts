import type { AsyncCommand } from 'fast-check';
import type { Belief } from './belief.js';
import { lookAround } from './look-around.js';
import type { Stage } from './stage.js';

/** Numbers that say how a step is done. Those that it does not need are 0. */
export type Args = readonly [number, number, number];

/** Something that a person does. */
export interface StepKind {
  /** How many numbers it needs. Smaller ones are plainer. */
  args: number;
  /** Whether a person could want that now. */
  can: (belief: Belief) => boolean;
  /** Does it, and changes the belief by what the page says. */
  act: (belief: Belief, stage: Stage, args: Args) => Promise<void>;
}

/** A step as it is generated, run, shrunk, printed and kept. */
export class Step implements AsyncCommand<Belief, Stage> {
  constructor(
    private readonly name: string,
    private readonly kind: StepKind,
    private readonly args: readonly number[],
  ) {}

  check(belief: Readonly<Belief>): boolean {
    return this.kind.can(belief as Belief);
  }

  async run(belief: Belief, stage: Stage): Promise<void> {
    belief.step += 1;
    belief.done.push(this.toString());
    const [one = 0, two = 0, three = 0] = this.args;
    await this.kind.act(belief, stage, [one, two, three]);
    await lookAround(belief, stage);
  }

  toString(): string {
    return [this.name, ...this.args].join(' ');
  }
}

/** One of a list, by a number of any size. */
export const pick = <T>(list: readonly T[], arg: number): T => list[arg % list.length]!;
