/**
 * `no_such_city` and `no_history` (the provider has no data for that moment, or not for this key) are permanent.
 * `provider_refused` (the key or the request is not accepted) lasts until a person fixes it. `provider_unavailable` is
 * temporary.
 */
export type LookUpFailure = 'no_such_city' | 'no_history' | 'provider_refused' | 'provider_unavailable';

export class LookUpError extends Error {
  override name = 'LookUpError';

  /**
   * @param isOutage whether other look-ups are likely to fail, too; false if the provider was not asked, or has no data for
   * this hour yet
   */
  constructor(
    readonly failure: LookUpFailure,
    message: string,
    readonly isOutage = failure === 'provider_refused' || failure === 'provider_unavailable',
  ) {
    super(message);
  }

  /** Another attempt within minutes cannot help. */
  get isPermanent(): boolean {
    return this.failure !== 'provider_unavailable';
  }
}
