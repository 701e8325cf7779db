/** Why a file cannot be imported, in words. */
export class FileError extends Error {}
