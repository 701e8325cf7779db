/** Made by web/build/messages.ts. */
declare module 'virtual:messages' {
  import type { Messages } from '@lingui/core';

  /** Imports a part of a catalogue, by `language/part`. */
  export const parts: Record<string, () => Promise<{ default: Messages }>>;
}
