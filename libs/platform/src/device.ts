import Bowser from 'bowser';

interface Device {
  /** The two in English: `Firefox on Linux`. */
  device: string;
  /** Its own name; absent if it is not known. */
  browser?: string;
  /** The name of the operating system; absent if it is not known. */
  system?: string;
}

/** Browser and operating system, from the User-Agent. */
export function deviceOf(userAgent: string): Device {
  if (userAgent === '') return { device: 'Unknown device' };
  const { browser, os } = Bowser.parse(userAgent);
  if (!browser.name) return { device: 'Unknown browser' };
  return os.name
    ? { device: `${browser.name} on ${os.name}`, browser: browser.name, system: os.name }
    : { device: browser.name, browser: browser.name };
}
