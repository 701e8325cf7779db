import { forgetAnswer, keepAnswer, readAnswer, readAnswers } from '../../../lib/copy/copy';
import type { Vault } from '../../../lib/vault/vault';
import { type Insight, isUnderWay } from './insight';

/** The kinds under which the device keeps the newest insights, and those that were opened. */
const LIST = 'insights';
const OPENED = 'insight';

export const keepList = (insights: Insight[]): Promise<void> =>
  keepAnswer(
    LIST,
    'newest',
    insights.filter((insight) => !isUnderWay(insight)),
  );

/** Keeps an insight that was opened. */
export async function keepInsight(insight: Insight): Promise<void> {
  if (!isUnderWay(insight)) await keepAnswer(OPENED, insight.id, insight);
}

export const forgetInsight = (id: string): Promise<void> => forgetAnswer(OPENED, id);

/** The insights that this device keeps, newest first; undefined if none were listed on it. */
export async function readInsights(vault: Vault): Promise<Insight[] | undefined> {
  const newest = await readAnswer<Insight[]>(vault, LIST, 'newest');
  if (!newest) return undefined;
  const opened = (await readAnswers<Insight>(vault, OPENED)).map(({ value }) => value);
  const byId = new Map([...newest, ...opened].map((insight) => [insight.id, insight]));
  return [...byId.values()].sort((one, other) => Date.parse(other.createdAt) - Date.parse(one.createdAt));
}

export async function readInsight(vault: Vault, id: string): Promise<Insight | undefined> {
  const insight = (await readInsights(vault))?.find((one) => one.id === id);
  // A list has no texts.
  return insight?.status === 'done' && insight.text === '' ? undefined : insight;
}
