/*
 * The first import of a process that makes no OpenAPI document. Its DTO classes are then not described (openapi.ts),
 * which saves it 15 MB and a fifth of a second.
 */
Object.assign(globalThis, { [Symbol.for('inner-weather.undocumented')]: true });
export {};
