/* What people define for their whole journal: measures, moods, questions and templates. */

/** The id of one of them: a UUID in small letters that its creator has chosen. */
export const OWN_ID_PATTERN = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The items in the order of these ids; those that are not named follow. */
export function inOrder<T extends { _id: string }>(items: readonly T[], ids: readonly string[]): T[] {
  const byId = new Map(items.map((item) => [item._id, item]));
  const named = ids.flatMap((id) => byId.get(id) ?? []);
  return [...named, ...items.filter(({ _id }) => !ids.includes(_id))];
}
