import { lastWords } from '../../deploy/local/last-words.mjs';

describe('what the end of a log says about why a process ended', () => {
  it.each([
    [
      'RabbitMQ, of its cookie',
      'Configuring logger redirection\nError when reading /var/lib/x/.erlang.cookie: eacces\n\n',
      'Error when reading /var/lib/x/.erlang.cookie: eacces',
    ],
    [
      'RabbitMQ, below a rule',
      'BOOT FAILED\n===========\nERROR: could not bind to distribution port 1, it is in use by another node: a@b\n\n{"Kernel pid terminated",application_controller,"..."}\nCrash dump is being written to: erl_crash.dump...done\n',
      'ERROR: could not bind to distribution port 1, it is in use by another node: a@b',
    ],
    [
      'Java',
      'Exception in thread "main" org.h2.MVStoreException: The file is locked: journal.mv\n\tat org.h2.A.b(A.java:1)\n\t... 7 more\n',
      'Exception in thread "main" org.h2.MVStoreException: The file is locked: journal.mv',
    ],
    [
      'Node',
      'Error: Cannot find package x\n    at resolve (node:internal:1)\n\nNode.js v20.20.2\n',
      'Error: Cannot find package x',
    ],
    [
      'a service, after which another line came',
      '{"level":"error","msg":"could not start","err":{"message":"MASTER_KEYS_FILE has no key x"}}\n{"level":"info","msg":"stopping"}\n',
      'could not start: MASTER_KEYS_FILE has no key x',
    ],
    ['something without a trouble', 'one\ntwo\n', 'two'],
    ['nothing', '\n', ''],
  ])('%s', (_of, log, words) => expect(lastWords(log)).toBe(words));
});
