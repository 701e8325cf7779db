/**
 * Whether a person is in a group, or has a role. Undefined if the provider does not say: some leave out the claim where
 * its list is empty, others where a scope or a mapper is missing, so it decides nothing.
 *
 * @param path the name of a claim; or names of claims within claims, with dots between them
 * @param group without or with the slash in front that a provider may add
 */
export function isInGroup(claims: Record<string, unknown>, path: string, group: string): boolean | undefined {
  const found = valueAt(claims, path);
  if (found === undefined || found === null) return undefined;
  return namesIn(found).some((name) => bare(name) === bare(group));
}

/** A name may contain dots itself, so the longest one that exists is tried first. */
function valueAt(value: unknown, path: string): unknown {
  if (!isObject(value)) return undefined;
  if (Object.hasOwn(value, path)) return value[path];
  for (let dot = path.lastIndexOf('.'); dot > 0; dot = path.lastIndexOf('.', dot - 1)) {
    const name = path.slice(0, dot);
    const found = Object.hasOwn(value, name) ? valueAt(value[name], path.slice(dot + 1)) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Of a list, of an object with a key for each (Zitadel's roles), or of a text with commas, or with blanks alone. */
function namesIn(value: unknown): string[] {
  if (typeof value === 'string') return [value, ...value.split(value.includes(',') ? ',' : /\s+/)];
  if (Array.isArray(value)) return value.flatMap(nameOf);
  return isObject(value) ? Object.keys(value) : [];
}

/** Of an entry of a list. A name in a list is never split: it may contain commas and blanks itself. */
function nameOf(entry: unknown): string[] {
  if (typeof entry === 'string') return [entry];
  if (!isObject(entry)) return [];
  return typeof entry.name === 'string' ? [entry.name] : Object.keys(entry);
}

const bare = (name: string): string => name.trim().replace(/^\//, '');

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
