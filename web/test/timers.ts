/** For `doNotFake`: all but the date. A faked timer would be lost with its clock, and the next page may wait for it. */
export const TIMERS = [
  ...(['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] as const),
  ...(['setImmediate', 'clearImmediate', 'queueMicrotask', 'nextTick'] as const),
  ...(['requestAnimationFrame', 'cancelAnimationFrame', 'performance'] as const),
];
