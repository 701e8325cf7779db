import { TestEnvironment } from 'jest-environment-jsdom';
import { disableStorages } from '../../libs/testing/jest-storages.mjs';

/**
 * jsdom has no fetch, and Node's Request does not accept jsdom's AbortSignal. So Node's own classes are used, and the
 * tests answer fetch themselves.
 */
export default class WebEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    Object.assign(this.global, {
      AbortController,
      AbortSignal,
      DOMException,
      Headers,
      ReadableStream,
      Request,
      Response,
      TextDecoder,
      TextEncoder,
      TransformStream,
      Uint8Array,
    });
    // jsdom has no layout to scroll, so it does not implement this.
    this.global.scrollTo = () => undefined;
  }

  async teardown() {
    await super.teardown();
    disableStorages();
  }
}
