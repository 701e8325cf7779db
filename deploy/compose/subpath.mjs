import { existsSync } from 'node:fs';

/*
 * Compose's one-shot service `subpath`, before everything that secrets are handed to. It sees its own folder of the
 * volume `secrets` only, unless the engine ignores `subpath`: then every service would see the secrets of all others.
 */

if (existsSync('/run/inner-weather/kept')) {
  process.stderr.write(
    'This engine shows each service the secrets of all others: it ignores `subpath` of a volume. Docker 26 or newer is ' +
      'needed (docker version). Nothing else was started. With an older one: INFRA=native npm start\n',
  );
  process.exit(1);
}
