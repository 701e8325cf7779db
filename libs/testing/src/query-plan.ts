type Conditions = Record<string, unknown>;

/** The filter and the order of a query. */
export interface Query {
  filter: Conditions;
  sort: Record<string, unknown>;
}

/** An index as a schema declares it. */
export type Index = [
  fields: Record<string, unknown>,
  options?: { sparse?: boolean; partialFilterExpression?: Conditions },
];

export interface Plan {
  /** The indexes that serve the query best. MongoDB takes one of them. */
  indexes: Index[];
  /** The stage of MongoDB's plan that reads the whole collection, or sorts in memory. */
  problem?: 'COLLSCAN' | 'SORT';
}

/**
 * Predicts the plan that MongoDB makes for a query, from the filter, the order and the indexes alone. An index serves a
 * query that narrows its first field or requests its order. The best one has the order and the most fields of the filter.
 */
export function planOf({ filter: { $or, ...filter }, sort }: Query, indexes: Index[]): Plan {
  const all: Index[] = [[{ _id: 1 }], ...indexes];
  const serving = all.filter((index) => narrowedFields(index, filter) > 0 || requestsOrderOf(index, sort));
  if (serving.length === 0 && Array.isArray($or)) {
    const plans = $or.map((branch: Conditions) =>
      planOf({ filter: { ...filter, ...branch }, sort }, indexes),
    );
    const problem = plans.find((plan) => plan.problem)?.problem;
    return { indexes: plans.flatMap((plan) => plan.indexes), problem };
  }
  if (serving.length === 0) return { indexes: [], problem: 'COLLSCAN' };
  const ordered = serving.filter((index) => isInOrder(index, { filter, sort }));
  const candidates = ordered.length > 0 ? ordered : serving;
  const most = Math.max(...candidates.map((index) => narrowedFields(index, filter)));
  return {
    indexes: candidates.filter((index) => narrowedFields(index, filter) === most),
    problem: ordered.length > 0 ? undefined : 'SORT',
  };
}

/** Counts the leading fields of the index that the filter narrows. 0 if the index may lack matching documents. */
function narrowedFields(
  [fields, { sparse, partialFilterExpression = {} } = {}]: Index,
  filter: Conditions,
): number {
  const isPartOf = Object.entries(partialFilterExpression).every(([field, condition]) =>
    isOperators(condition) ? narrows(filter[field], true) : filter[field] === condition,
  );
  const names = Object.keys(fields);
  const gap = isPartOf ? names.findIndex((name) => !narrows(filter[name], sparse)) : 0;
  return gap === -1 ? names.length : gap;
}

/** @param sparse the index has only documents with the field */
function narrows(condition: unknown, sparse = false): boolean {
  if (condition === undefined || (condition === null && sparse)) return false;
  if (!isOperators(condition)) return true;
  return Object.entries(condition).some(([operator, value]) =>
    operator === '$exists' ? sparse && value === true : !['$ne', '$nin', '$not'].includes(operator),
  );
}

/** Whether the query has the order of the index, and the index has every document. */
function requestsOrderOf(index: Index, sort: Query['sort']): boolean {
  const [, { sparse, partialFilterExpression } = {}] = index;
  const isWhole = !sparse && !partialFilterExpression;
  return isWhole && Object.keys(sort).length > 0 && isInOrder(index, { filter: {}, sort });
}

/** Fields for which the query has a single value do not affect the order. */
function isInOrder([fields]: Index, { filter, sort }: Query): boolean {
  const isOpen = ([name]: [string, unknown]): boolean => !(name in filter) || isOperators(filter[name]);
  const sortFields = Object.entries(sort).filter(isOpen);
  const indexFields = Object.entries(fields).filter(isOpen);
  const isReversed = sortFields[0]?.[1] !== indexFields[0]?.[1];
  return sortFields.every(
    ([name, direction], index) =>
      name === indexFields[index]?.[0] && isReversed === (direction !== indexFields[index][1]),
  );
}

const isOperators = (condition: unknown): condition is Conditions =>
  typeof condition === 'object' &&
  condition !== null &&
  Object.keys(condition).some((key) => key.startsWith('$'));
