import { useEffect, useState } from 'react';
import { isInstalled, menuToInstall } from '../../../../lib/install-offer';

/** Where the journal has to be added to so that the device keeps what waits. */
export type KeepingPlace = 'home-screen' | 'dock';

/**
 * Safari, and every browser on Apple's small devices, deletes what a site keeps after seven days of use without a visit
 * (webkit.org/blog/10218), unless its storage is persistent or it was added to the home screen or the Dock.
 * @param waits what waits; it is asked again with each change, since the browser may have granted persistent storage
 * @returns undefined if nothing waits, or if it stays
 */
export function useForgottenSoon(waits: readonly unknown[]): KeepingPlace | undefined {
  const [isForgotten, setIsForgotten] = useState(false);
  useEffect(() => {
    let isOver = false;
    const mayForget = waits.length > 0 && navigator.vendor.startsWith('Apple') && !isInstalled();
    void (mayForget ? isPersistent() : Promise.resolve(true)).then(
      (stays) => isOver || setIsForgotten(!stays),
    );
    return () => void (isOver = true);
  }, [waits]);
  if (!isForgotten) return undefined;
  return menuToInstall() === 'share' ? 'home-screen' : 'dock';
}

async function isPersistent(): Promise<boolean> {
  try {
    return await navigator.storage.persisted();
  } catch {
    // Not every version has it.
    return false;
  }
}
