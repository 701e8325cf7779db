import { ANSWER_MARK } from '@inner-weather/domain/problems/answer-mark';

/** An upload as the browser sends it. It waits for an answer. */
export class FakeUpload {
  upload = {};
  status = 0;
  responseText = '';
  headers: Record<string, string> = {};
  body: unknown;
  onload = () => undefined;
  onerror = () => undefined;
  onabort = () => undefined;
  onloadend = () => undefined;

  open = () => undefined;

  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }

  mark = `${ANSWER_MARK}: 1\r\n`;

  getAllResponseHeaders = () => `${this.mark}content-type: application/json`;

  send(body: unknown) {
    this.body = body;
  }

  abort() {
    this.onabort();
    this.onloadend();
  }

  answer(status: number, body: object) {
    this.answerText(status, JSON.stringify(body));
  }

  answerText(status: number, text: string) {
    this.status = status;
    this.responseText = text;
    try {
      this.onload();
    } catch {
      // The browser reports what its listeners throw, and goes on.
    }
    this.onloadend();
  }

  /** Something in front of the journal answers. */
  answerForeign(status: number) {
    this.mark = '';
    this.answer(status, {});
  }

  lose() {
    this.onerror();
    this.onloadend();
  }
}

/** Replaces what sends uploads. @param onSend is called with each */
export function fakeUploads(onSend: (upload: FakeUpload) => void = () => undefined) {
  const real = globalThis.XMLHttpRequest;
  const sent: FakeUpload[] = [];
  class Listed extends FakeUpload {
    override send(body: unknown) {
      super.send(body);
      sent.push(this);
      onSend(this);
    }
  }
  globalThis.XMLHttpRequest = Listed as unknown as typeof XMLHttpRequest;
  const restore = () => {
    globalThis.XMLHttpRequest = real;
  };
  return { sent, restore };
}
