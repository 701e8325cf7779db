import type { ServiceName } from '@inner-weather/contracts/messaging/topology';
import { isSoak } from '../soak.js';

/** Where the running stack and its providers' fakes are; set by the global set-up. */
export function readE2eConfig(): { url: string; logs: string; weatherUrl: string; geminiUrl: string } {
  const { E2E_LOGS, E2E_WEATHER_URL, E2E_GEMINI_URL } = process.env;
  if (!E2E_LOGS || !E2E_WEATHER_URL || !E2E_GEMINI_URL) {
    throw new Error('E2E_LOGS, E2E_WEATHER_URL and E2E_GEMINI_URL must be set; the global set-up does that.');
  }
  return { url: stackUrl(), logs: E2E_LOGS, weatherUrl: E2E_WEATHER_URL, geminiUrl: E2E_GEMINI_URL };
}

/** The address of the running stack. */
export function stackUrl(): string {
  const { E2E_URL } = process.env;
  if (!E2E_URL) throw new Error('E2E_URL must be set; the global set-up does that.');
  return E2E_URL;
}

/** What commands need that run beside that stack: the names of its databases begin with `database`. */
export function readCommandConfig(): {
  mongoUrl: string;
  database: string;
  masterKeys: string;
} {
  const { TEST_MONGO_URL, E2E_DATABASE, E2E_MASTER_KEYS } = process.env;
  if (!TEST_MONGO_URL || !E2E_DATABASE || !E2E_MASTER_KEYS) {
    throw new Error(
      'TEST_MONGO_URL, E2E_DATABASE and E2E_MASTER_KEYS must be set; the global set-up does that.',
    );
  }
  return {
    mongoUrl: TEST_MONGO_URL,
    database: E2E_DATABASE,
    masterKeys: E2E_MASTER_KEYS,
  };
}

/** Whether tests take screenshots. SCREENSHOTS=off saves the time where the images are not used. */
export function takesScreenshots(): boolean {
  return process.env.SCREENSHOTS !== 'off';
}

/** Where each service of that stack answers /metrics. */
export function readAdminUrls(): Record<ServiceName, string> {
  const { E2E_ADMIN_URLS } = process.env;
  if (!E2E_ADMIN_URLS) throw new Error('E2E_ADMIN_URLS must be set; the global set-up does that.');
  return JSON.parse(E2E_ADMIN_URLS) as Record<ServiceName, string>;
}

/** The fuzzer's command, set by `npm test`, and how many requests it generates for each route. */
export function readFuzzConfig(): { schemathesis: string; examples: number } {
  const { SCHEMATHESIS } = process.env;
  if (!SCHEMATHESIS)
    throw new Error('SCHEMATHESIS must name the command; npm test -- --only e2e-fuzz does that.');
  return { schemathesis: SCHEMATHESIS, examples: isSoak ? 200 : 8 };
}
