import { randomBytes } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { afterAll, expect } from '@jest/globals';
import { MongoClient, MongoServerError } from 'mongodb';
import mongoose from 'mongoose';
import { readIndexUseFile, readTestConfig } from './config.js';
import { type Index, type Plan, planOf, type Query } from './query-plan.js';

/*
 * Runs for every integration suite (jest.config.js) and checks that each query of a service has an index. The embedded
 * database does not support `explain`, so query-plan.ts predicts MongoDB's plan. A server with `explain` is asked as
 * well. Queries of the tests themselves are not checked, since they do not go through mongoose's collections.
 */

/** Queries that may scan a collection or sort in memory, with the reason. */
const EXCEPTIONS = {
  'SORT: access_tokens {userId:?,credentialsVersion:{$gte:?}} sort {createdAt:-1,_id:-1}':
    'a user has at most twenty access tokens',
  'COLLSCAN: datakeys {wrapped:{$exists:true},masterKey:{$nin:?}}': 'runs once per start',
  'SORT: jobs {status:?} sort {createdAt:1}': 'few jobs are waiting or running',
  'SORT: one_time_links {kind:?,expiresAt:{$gt:?}} sort {createdAt:-1}': 'few invitations are open',
  'SORT: passkeys {userId:?,credentialsVersion:{$gte:?}} sort {createdAt:-1,_id:-1}':
    'a user has at most ten passkeys',
  'SORT: sessions {userId:?,revokedAt:null} sort {lastSeenAt:-1,_id:1}':
    'a user has at most a hundred sessions',
  'SORT: sessions {userId:?,revokedAt:null,expiresAt:{$gt:?}} sort {lastSeenAt:-1}':
    'a user has at most a hundred sessions',
  'SORT: users {lostEmail:?,removeAt:null} sort {lostAt:-1}': 'few accounts have lost the same address',
};

type RecordedQuery = Query & { collection: string };

/** The distinct queries, by their text without values. */
const recordedQueries = new Map<string, RecordedQuery>();

mongoose.set('debug', (collection: string, method: string, ...args: unknown[]) => {
  for (const query of queriesOf(method, args)) {
    const order = Object.keys(query.sort).length > 0 ? ` sort ${JSON.stringify(query.sort)}` : '';
    const filter = JSON.stringify(query.filter, withoutValues);
    recordedQueries.set(`${collection} ${filter}${order}`.replaceAll('"', ''), { collection, ...query });
  }
});

function queriesOf(method: string, [first, ...others]: unknown[]): Query[] {
  // An estimate is the collection's own count, and reads no document.
  if (/^(insert|create|estimated)/.test(method)) return [];
  if (method === 'bulkWrite') {
    const writes = (first as Record<string, { filter?: Query['filter'] }>[]).flatMap(Object.values);
    return writes.flatMap(({ filter }) => (filter ? [{ filter, sort: {} }] : []));
  }
  if (method === 'aggregate') {
    const [{ $match = {} } = {}, { $sort = {} } = {}] = first as Record<string, Query['filter']>[];
    return [{ filter: $match, sort: $sort }];
  }
  const { sort = {} } = (others.at(-1) ?? {}) as Partial<Query>;
  return [{ filter: first as Query['filter'], sort: method.startsWith('find') ? sort : {} }];
}

const withoutValues = (key: string, value: unknown): unknown =>
  typeof value === 'boolean' || (typeof value === 'object' && (!Array.isArray(value) || key === '$or'))
    ? value
    : '?';

afterAll(async () => {
  const models = mongoose.connections.flatMap((connection) => Object.values(connection.models));
  const indexes = new Map(
    models.map((model) => [model.collection.collectionName, model.schema.indexes() as Index[]]),
  );
  const serverPlans = await explain([...recordedQueries.values()], indexes);
  const usedNames = new Set<string>();
  const problems: string[] = [];
  for (const [text, query] of recordedQueries) {
    const plan = planOf(query, indexes.get(query.collection) ?? []);
    for (const index of plan.indexes) usedNames.add(nameOf(query.collection, index));
    const stage = serverPlans?.get(query) ?? plan.problem;
    const problem = `${stage}: ${text}`;
    if (problem in EXCEPTIONS) usedNames.add(problem);
    else if (stage) problems.push(problem);
  }
  const declaredNames = Object.keys(EXCEPTIONS);
  for (const [collection, collectionIndexes] of indexes)
    declaredNames.push(...collectionIndexes.map((index) => nameOf(collection, index)));
  const indexUseFile = readIndexUseFile();
  if (indexUseFile)
    appendFileSync(indexUseFile, `${JSON.stringify({ declared: declaredNames, used: [...usedNames] })}\n`);
  expect(problems).toEqual([]);
});

const nameOf = (collection: string, [fields, options]: Index): string =>
  `${collection} ${JSON.stringify(fields)}${options?.partialFilterExpression ? ' partial' : ''}`;

/** Returns the server's plans for empty collections with these indexes; undefined if it does not support `explain`. */
async function explain(
  queries: RecordedQuery[],
  indexes: Map<string, Index[]>,
): Promise<Map<RecordedQuery, Plan['problem']> | undefined> {
  const client = await new MongoClient(readTestConfig().mongoUrl).connect();
  const db = client.db(`test_plans_${randomBytes(6).toString('hex')}`);
  const stageOf = async ({ collection, filter, sort }: RecordedQuery): Promise<Plan['problem']> => {
    const command = { explain: { find: collection, filter, sort }, verbosity: 'queryPlanner' };
    const { queryPlanner } = (await db.command(command)) as { queryPlanner: { winningPlan: unknown } };
    return /"stage":"(COLLSCAN|SORT)"/.exec(JSON.stringify(queryPlanner.winningPlan))?.[1] as Plan['problem'];
  };
  try {
    await db.command({ explain: { find: 'any' } });
    for (const [collection, collectionIndexes] of indexes)
      for (const [fields, options] of collectionIndexes)
        await db.collection(collection).createIndex(fields as never, options);
    const plans = await Promise.all(queries.map(async (query) => [query, await stageOf(query)] as const));
    await db.dropDatabase();
    return new Map(plans);
  } catch (error) {
    if (error instanceof MongoServerError && error.codeName === 'CommandNotFound') return undefined;
    throw error;
  } finally {
    await client.close();
  }
}
