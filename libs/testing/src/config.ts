interface TestConfig {
  amqpUrl: string;
  managementUrl: string;
  mongoUrl: string;
  /** The file to which check-queries.ts appends the indexes that a suite uses. */
  indexUseFile?: string;
}

/**
 * The addresses of the tests' broker and database. The global set-up sets the variables unless they are already set.
 */
export function readTestConfig(): TestConfig {
  const { TEST_AMQP_URL, TEST_MANAGEMENT_URL, TEST_MONGO_URL, TEST_INDEX_USE_FILE } = process.env;
  if (!TEST_AMQP_URL || !TEST_MANAGEMENT_URL || !TEST_MONGO_URL) {
    throw new Error(
      'TEST_AMQP_URL, TEST_MANAGEMENT_URL and TEST_MONGO_URL must be set; the global set-up does that.',
    );
  }
  return {
    amqpUrl: TEST_AMQP_URL,
    managementUrl: TEST_MANAGEMENT_URL,
    mongoUrl: TEST_MONGO_URL,
    indexUseFile: TEST_INDEX_USE_FILE,
  };
}

/** Returns the file for the indexes that suites use, which only complete runs set. */
export const readIndexUseFile = (): string | undefined => process.env.TEST_INDEX_USE_FILE;
