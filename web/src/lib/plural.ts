/** `1 entry`, `18 entries`, `1,204 entries`. */
export function countOf(count: number, one: string, many: string): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}
