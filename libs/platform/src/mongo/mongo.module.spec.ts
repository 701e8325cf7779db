import { databaseOptions } from './mongo.module.js';

const nameOf = (config: Parameters<typeof databaseOptions>[0]) => databaseOptions(config, 'journal').dbName;

describe("the name of a service's database", () => {
  it('is the prefix and the service, so that two installations can share a server', () => {
    expect(nameOf({ MONGO_DATABASE_PREFIX: 'inner_weather_' })).toBe('inner_weather_journal');
    expect(nameOf({ MONGO_DATABASE_PREFIX: 'second_' })).toBe('second_journal');
  });

  it('is MONGO_DB where that is set, without the prefix', () => {
    expect(nameOf({ MONGO_DATABASE_PREFIX: 'second_', MONGO_DB: 'diary' })).toBe('diary');
  });
});
