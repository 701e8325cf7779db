import { lazy, useState, type ComponentType } from 'react';
import { loadMessages } from '../../lib/language/language';

export interface LazyPage {
  Page: ComponentType;
  /** Fetches the page's code, once. Rejects if that fails. */
  preload: () => Promise<void>;
}

/** Resets the pages that could not be fetched, so that they are fetched again. */
const resets = new Set<() => void>();

/** Call it after the failure is shown. Earlier, React would fetch the page it is still rendering again and again. */
export function forgetFailures(): void {
  for (const reset of resets) reset();
  resets.clear();
}

/**
 * A page whose code is fetched when it is first shown, or earlier. Once loaded, it renders without a gap.
 * @param parts the parts of the catalogue that it needs beside `shared`
 */
export function lazyPage(load: () => Promise<ComponentType>, ...parts: string[]): LazyPage {
  let loadedPage: ComponentType | undefined;
  let loading: Promise<ComponentType> | undefined;
  const fetchOnce = () => {
    loading ??= Promise.all([load(), loadMessages('shared', ...parts)]).then(
      ([page]) => (loadedPage = page),
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    );
    return loading;
  };
  // React.lazy keeps a failure forever, so each new attempt needs a new component.
  const createLazyPage = () =>
    lazy(async () => {
      try {
        return { default: await fetchOnce() };
      } catch (error) {
        resets.add(() => (LazyComponent = createLazyPage()));
        throw error;
      }
    });
  let LazyComponent = createLazyPage();
  function Page() {
    // It must not switch between the two while it is mounted: a remount would lose what the user typed.
    const [Component] = useState<ComponentType>(() => loadedPage ?? LazyComponent);
    return <Component />;
  }
  return {
    Page,
    preload: async () => {
      await fetchOnce();
    },
  };
}
