/** Made by web/build/messages.ts. */
declare module 'virtual:messages' {
  import type { Messages } from '@lingui/core';

  interface Part {
    default: Messages;
  }

  /** Imports the part `frame` of a language, which imports the others. */
  export const languages: Record<
    string,
    () => Promise<Part & { parts: Record<string, () => Promise<Part>> }>
  >;
}
