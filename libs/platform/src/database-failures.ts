/*
 * Recognizes errors that mean the database is unreachable, stopping or electing a primary. `instanceof` does not work
 * here, because each copy of the driver has its own classes. So errors are recognized by name, label and code.
 */

/** Error classes of the driver and of mongoose for commands without a response. */
const NAMES =
  /^(Mongo(ServerSelection|Network|NetworkTimeout|NotConnected|PoolCleared|PoolClearedOnNetwork|PoolClosed|TopologyClosed|WaitQueueTimeout|ServerClosed|ClientClosed|OperationTimeout|ExpiredSession|StalePrimary|UnexpectedServerResponse|System)Error|MongooseServerSelectionError)$/;

/** Labels that the driver or the server attaches to transient errors. */
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
 * Codes of commands that did not complete (MongoDB's error_codes.yml, categories NetworkError, NotPrimaryError,
 * ShutdownError, Interruption, ExceededTimeLimitError, CursorInvalidatedError and RetriableError).
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

/** Messages of servers that send no code, and of mongoose without a connection. */
const MESSAGES = /not master|node is recovering|buffering timed out|before initial connection is complete/i;

/** The maximum depth of nested errors that is searched. */
const DEPTH_MAX = 5;

interface DriverError extends Error {
  code?: unknown;
  errorLabels?: unknown;
  writeErrors?: unknown;
  errors?: unknown;
}

/** Whether an operation failed because the database is temporarily unavailable. */
export function isDatabaseAway(error: unknown, depth = 0): boolean {
  if (!(error instanceof Error) || depth > DEPTH_MAX) return false;
  const { name, message, code, cause, errors, errorLabels } = error as DriverError;
  const fromDriver = name.startsWith('Mongo');
  if (fromDriver) {
    if (NAMES.test(name) || MESSAGES.test(message) || CODES.has(Number(code))) return true;
    if (Array.isArray(errorLabels) && LABELS.some((label) => errorLabels.includes(label))) return true;
    if (isBulkNetworkError(error)) return true;
  }
  const nestedErrors = [cause, ...(Array.isArray(errors) ? (errors as unknown[]) : [])];
  return nestedErrors.some((one) => isDatabaseAway(one, depth + 1));
}

/** When a network error ends a bulk write, the driver reports only its message: no code and no failed write. */
function isBulkNetworkError({ name, code, writeErrors }: DriverError): boolean {
  const isEmpty = !Array.isArray(writeErrors) || writeErrors.length === 0;
  return name === 'MongoBulkWriteError' && isEmpty && typeof code !== 'number';
}
