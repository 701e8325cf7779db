import { TestEnvironment } from 'jest-environment-jsdom';

/**
 * jsdom has no fetch, and its AbortSignal is not one that Node's Request takes. The web platform's own classes,
 * as Node has them, stand in; the tests answer fetch themselves.
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
    // Not there in jsdom, and nothing to see: the page has no layout.
    this.global.scrollTo = () => undefined;
  }
}
