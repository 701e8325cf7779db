/** A browser's caches with one address each, for specs that keep something there. jsdom has none. */
export function fakeCaches(): void {
  const kept = new Map<string, string>();
  const caches = {
    match: async (_address: string, { cacheName }: { cacheName: string }) => {
      const text = kept.get(cacheName);
      return text === undefined ? undefined : new Response(text);
    },
    open: async (name: string) => ({
      put: async (_address: string, answer: Response) => void kept.set(name, await answer.text()),
    }),
    delete: async (name: string) => kept.delete(name),
  };
  Object.defineProperty(globalThis, 'caches', { value: caches, configurable: true });
}

/** Locks that nobody else holds. */
export function fakeLocks(): void {
  const locks = { request: (_name: string, run: () => Promise<unknown>) => run() };
  Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
}
