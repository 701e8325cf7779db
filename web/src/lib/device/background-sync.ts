import { SYNC_TAG } from './channel';

/** Chromium has it; TypeScript does not know it. */
interface WithSync {
  sync?: { register: (tag: string) => Promise<void> };
}

/** Asks the browser to let the service worker send what waits once there is a connection, also if no page is open then. */
export async function askForSync(): Promise<void> {
  try {
    const { serviceWorker } = navigator as Partial<Pick<Navigator, 'serviceWorker'>>;
    const registration = (await serviceWorker?.getRegistration()) as WithSync | undefined;
    await registration?.sync?.register(SYNC_TAG);
  } catch {
    // The browser does not allow it, or not now. An open page sends, and the next one that opens.
  }
}
