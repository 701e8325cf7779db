/** A channel between the tabs of this browser. Undefined if it forbids storage: Firefox forbids channels as well then. */
export function openChannel(name: string): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(name);
  } catch {
    return undefined;
  }
}
