/*
 * Errors by which the driver says that the database is away, stops or changes its primary. Each copy of the driver has
 * classes of its own, so they are told apart by name, label and code.
 */

/** Classes of the driver and of mongoose: no command came back. */
const NAMES =
  /^(Mongo(ServerSelection|Network|NetworkTimeout|NotConnected|PoolCleared|PoolClearedOnNetwork|PoolClosed|TopologyClosed|WaitQueueTimeout|ServerClosed|ClientClosed|OperationTimeout|ExpiredSession|StalePrimary|UnexpectedServerResponse|System)Error|MongooseServerSelectionError)$/;

/** What the driver, or the server, attaches to an error that may pass. */
const LABELS = [
  'RetryableWriteError',
  'RetryableError',
  'TransientTransactionError',
  'PoolRequestedRetry',
  'ResetPool',
  'InterruptInUseConnections',
  'SystemOverloadedError',
];

/**
 * Codes of answers to a command that was not carried out to its end (MongoDB's error_codes.yml, categories NetworkError,
 * NotPrimaryError, ShutdownError, Interruption, ExceededTimeLimitError, CursorInvalidatedError and RetriableError).
 */
const CODES = new Set([
  6, // HostUnreachable
  7, // HostNotFound
  24, // LockTimeout
  43, // CursorNotFound
  46, // LockBusy
  50, // MaxTimeMSExpired
  63, // StaleShardVersion
  64, // WriteConcernTimeout
  89, // NetworkTimeout
  90, // CallbackCanceled
  91, // ShutdownInProgress
  94, // NotYetInitialized
  100, // UnsatisfiableWriteConcern
  112, // WriteConflict
  133, // FailedToSatisfyReadPreference
  134, // ReadConcernMajorityNotAvailableYet
  150, // StaleEpoch
  175, // QueryPlanKilled
  189, // PrimarySteppedDown
  202, // NetworkInterfaceExceededTimeLimit
  234, // RetryChangeStream
  237, // CursorKilled
  262, // ExceededTimeLimit
  279, // ClientDisconnect
  290, // TransactionExceededLifetimeLimitSeconds
  314, // PooledConnectionAcquisitionExceededTimeLimit
  317, // ConnectionPoolExpired
  365, // TemporarilyUnavailable
  384, // ConnectionError
  462, // IngressRequestRateLimitExceeded
  9_001, // SocketException
  10_058, // LegacyNotPrimary
  10_107, // NotWritablePrimary
  11_600, // InterruptedAtShutdown
  11_601, // Interrupted
  11_602, // InterruptedDueToReplStateChange
  13_388, // StaleConfig
  13_435, // NotPrimaryNoSecondaryOk
  13_436, // NotPrimaryOrSecondary
]);

/** What servers without codes say, and mongoose while it has no connection. */
const MESSAGES = /not master|node is recovering|buffering timed out|before initial connection is complete/i;

/** How many errors within each other are looked at. */
const DEPTH_MAX = 5;

interface DriverError extends Error {
  code?: unknown;
  errorLabels?: unknown;
  writeErrors?: unknown;
  errors?: unknown;
}

/** Did an operation fail because the database is away for a while, whatever the driver made of that? */
export function isDatabaseAway(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth > DEPTH_MAX) return false;
  const { name, message, code, cause, errors, errorLabels } = error as DriverError;
  const fromDriver = name.startsWith('Mongo');
  if (fromDriver) {
    if (NAMES.test(name) || MESSAGES.test(message) || CODES.has(Number(code))) return true;
    if (Array.isArray(errorLabels) && LABELS.some((label) => errorLabels.includes(label))) return true;
    if (isBulkThatFailedAsAWhole(error)) return true;
  }
  const within = [cause, ...(Array.isArray(errors) ? (errors as unknown[]) : [])];
  return within.some((one) => isDatabaseAway(one, depth + 1));
}

/** The driver keeps nothing of a network error within a bulk write but its message: no code, and no write that failed. */
function isBulkThatFailedAsAWhole({ name, code, writeErrors }: DriverError): boolean {
  const isEmpty = !Array.isArray(writeErrors) || writeErrors.length === 0;
  return name === 'MongoBulkWriteError' && isEmpty && typeof code !== 'number';
}
