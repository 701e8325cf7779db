/** Returns a generator of integers from 0 to `below` - 1. The same seed gives the same numbers in every run. */
export function randomNumbers(seed: number): (below: number) => number {
  let state = seed;
  return (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}
