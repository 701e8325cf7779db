import { lazy, useState, type ComponentType } from 'react';

interface LazyPage {
  Page: ComponentType;
  /** Fetches the page's code, once. Rejects if that fails. */
  preload: () => Promise<void>;
}

/** What lets a page that could not be fetched be fetched again. */
const failed = new Set<() => void>();

/** Called where the failure is shown, not before: React would fetch a page that it still has to show again and again. */
export function forgetFailures(): void {
  for (const forget of failed) forget();
  failed.clear();
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
  // It remembers a failure for good.
  const later = () =>
    lazy(async () => {
      try {
        return { default: await fetchOnce() };
      } catch (error) {
        failed.add(() => (Later = later()));
        throw error;
      }
    });
  let Later = later();
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
