import { TestEnvironment } from 'jest-environment-node';
import { disableStorages } from './jest-storages.mjs';

export default class NodeEnvironment extends TestEnvironment {
  /** A suite may set `showFailure` to print what a failed test cannot say, before its pages are closed. */
  async handleTestEvent(/** @type {{ name: string }} */ { name }) {
    const { showFailure } = /** @type {{ showFailure?: () => Promise<void> }} */ (this.global);
    if (name === 'test_fn_failure') await showFailure?.();
  }

  /** @override */
  async teardown() {
    await super.teardown();
    disableStorages();
  }
}
