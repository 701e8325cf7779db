import { TestEnvironment } from 'jest-environment-node';
import { disableStorages } from './jest-storages.mjs';

export default class NodeEnvironment extends TestEnvironment {
  /** @override */
  async teardown() {
    await super.teardown();
    disableStorages();
  }
}
