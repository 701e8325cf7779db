/** Path -> the types that occur there, without `null`: `{a: [{b: 1}]}` has `a[].b: number`. */
export type Shape = Map<string, Set<string>>;

/** The shape of all samples together. */
export function shapeOf(samples: readonly unknown[]): Shape {
  const shape: Shape = new Map();
  for (const sample of samples) add(shape, '', sample);
  return shape;
}

function add(shape: Shape, path: string, value: unknown): void {
  const types = shape.get(path) ?? new Set();
  shape.set(path, types);
  if (value === null) return;
  types.add(Array.isArray(value) ? 'array' : typeof value);
  if (Array.isArray(value)) for (const item of value) add(shape, `${path}[]`, item);
  else if (typeof value === 'object')
    for (const [key, item] of Object.entries(value)) add(shape, `${path}.${key}`, item);
}

/** Paths of the old shape that are missing in the new one, or have another type. Additions do not count. */
export function losses(old: Shape, now: Shape): string[] {
  return [...old].flatMap(([path, types]) => {
    const found = now.get(path);
    if (!found) return [`${path} is gone`];
    const other = [...found].filter((type) => types.size > 0 && !types.has(type));
    return other.length > 0 ? [`${path} is ${other.join(', ')} instead of ${[...types].join(', ')}`] : [];
  });
}
