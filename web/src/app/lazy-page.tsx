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
  const Later = lazy(async () => ({ default: await fetchOnce() }));
  function Page() {
    // It must not switch between the two while it is shown: a remount would lose what was typed.
    const [Shown] = useState<ComponentType>(() => loaded ?? Later);
    return <Shown />;
  }
  return {
    Page,
    preload: async () => {
      await fetchOnce();
    },
  };
}
