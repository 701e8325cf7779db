import { lazy, useState, type ComponentType } from 'react';

interface LazyPage {
  Page: ComponentType;
  /** Fetches the page's code, once. Rejects if that fails. */
  preload: () => Promise<void>;
}

/** A page whose code is fetched when it is first shown, or earlier. Once loaded, it renders without a gap. */
export function lazyPage(load: () => Promise<ComponentType>): LazyPage {
  let loaded: ComponentType | undefined;
  let loading: Promise<ComponentType> | undefined;
  const fetchOnce = () => {
    loading ??= load().then(
      (page) => (loaded = page),
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    );
    return loading;
  };
  function Page() {
    // It must not switch between the two while it is shown: a remount would lose what was typed. One that failed is
    // fetched again the next time.
    const [Shown] = useState<ComponentType>(
      () => loaded ?? lazy(async () => ({ default: await fetchOnce() })),
    );
    return <Shown />;
  }
  return {
    Page,
    preload: async () => {
      await fetchOnce();
    },
  };
}
