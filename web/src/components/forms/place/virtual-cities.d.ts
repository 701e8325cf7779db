/** Made by web/build/cities.ts. */
declare module 'virtual:cities' {
  /** The cities of the world, as web/build/cities.ts writes them. */
  const cities: string;
  export default cities;
}
