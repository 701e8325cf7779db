/**
 * Deletes what this device keeps of users who are not signed in: see `forget-device.ts`, which is loaded only if something
 * is kept, so that visitors do not pay for it. Never throws.
 * @param leftId the user who has just logged out
 */
export async function forgetAbsentUsers(leftId: string | undefined): Promise<void> {
  try {
    if (!(await hasDatabase())) return;
    await (await import('./forget-device')).forgetAbsent(leftId);
  } catch {
    // The browser keeps nothing, or is asked again when the page starts.
  }
}

async function hasDatabase(): Promise<boolean> {
  const { databases } = indexedDB as Partial<IDBFactory>;
  return !databases || (await indexedDB.databases()).some(({ name }) => name === 'inner-weather');
}
