import { openChannel } from './channel';
import type { Root } from './query-keys';

const channelOf = (userId: string): string => `inner-weather.changed.${userId}`;

/** Tells the user's other tabs that what queries of these roots have fetched was changed here. */
export function refetchInTabs(userId: string, roots: readonly Root[]): void {
  const channel = openChannel(channelOf(userId));
  channel?.postMessage(roots);
  channel?.close();
}

/** Calls `listen` when another tab has changed something. Returns a function that ends it. */
export function onRefetch(userId: string, listen: (roots: readonly Root[]) => void): () => void {
  const channel = openChannel(channelOf(userId));
  channel?.addEventListener('message', ({ data }: MessageEvent<Root[]>) => listen(data));
  return () => channel?.close();
}
