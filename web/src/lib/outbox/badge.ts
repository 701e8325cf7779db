/** As TypeScript knows them of no worker: https://www.w3.org/TR/badging/. */
interface WithBadge {
  setAppBadge?: (count: number) => Promise<void>;
  clearAppBadge?: () => Promise<void>;
}

/**
 * Shows on the icon of the installed app how many changes wait to be sent, and nothing else. Does nothing where there is no
 * such badge, or where the person does not allow it. It is not waited for: a browser without a place for it never answers.
 */
export function showBadge(waiting: number): void {
  const badge = navigator as WithBadge;
  (waiting > 0 ? badge.setAppBadge?.(waiting) : badge.clearAppBadge?.())?.catch(() => undefined);
}
