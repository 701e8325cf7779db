/**
 * The version of an account's credentials: how often its password, email or second factor was changed. Documents of
 * older versions of this service have none, which counts as 0.
 */
export interface Versioned {
  credentialsVersion?: number;
}

export function versionOf({ credentialsVersion = 0 }: Versioned): number {
  return credentialsVersion;
}

/** A filter for documents of this version. */
export function ofVersion(version: number): { credentialsVersion: number | { $in: (number | null)[] } } {
  return { credentialsVersion: version === 0 ? { $in: [0, null] } : version };
}
