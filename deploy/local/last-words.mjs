/** Lines without a reason: rules, brackets, stack traces and additions of the runtime. */
const EMPTY =
  /^[\W_]*$|^\s*at .*|^\s*\.\.\. \d+ more|^Node\.js v|^\{"Kernel pid terminated"|^(Runtime terminating|Kernel pid|Crash dump|\[?os_mon)|^ready$/;
const REASON =
  /error|exception|fail|fatal|cannot|could not|refused|denied|missing|invalid|in use|eacces|enospc|no space|must/i;

/**
 * The log line that most likely has the reason why a process exited: the last line that reports an error, or else the
 * last line with content, or ''. A line of JSON is reduced to its message.
 * @param {string} text
 */
export function lastWords(text) {
  const lines = text
    .split('\n')
    .map(messageOf)
    .filter((line) => !EMPTY.test(line));
  return (lines.findLast((line) => REASON.test(line)) ?? lines.at(-1) ?? '').trim();
}

/** @param {string} line */
function messageOf(line) {
  if (!line.startsWith('{"')) return line;
  try {
    const { msg = '', err, error } = JSON.parse(line);
    const reason = err?.message ?? error?.message ?? error ?? '';
    return [msg, reason].filter((part) => typeof part === 'string' && part !== '').join(': ');
  } catch {
    return line;
  }
}
