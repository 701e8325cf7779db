/** Made by web/build/changelog.ts. */
declare module 'virtual:changelog' {
  /** What is new in this version, as Markdown in English. */
  const newestSection: string;
  export default newestSection;
}
