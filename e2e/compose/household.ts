import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { eventually } from '@inner-weather/testing/eventually';
import { freePort } from '../../deploy/local/process.mjs';
import { Api } from '../support/requests/api.js';
import { docker, shell } from './docker.mjs';

const PAGE = resolve(import.meta.dirname, '../../docs/one-container.md');

/** The commands of each section of the page, in its order. */
export const COMMANDS: Record<string, string[]> = Object.fromEntries(
  readFileSync(PAGE, 'utf8')
    .split(/^## /m)
    .map((section) => {
      const blocks = Array.from(section.matchAll(/^```sh\n([^]*?)^```/gm), ([, block = '']) => block);
      const lines = blocks.flatMap((block) => block.trim().split('\n'));
      return [section.split('\n')[0]!, lines.map((line) => line.replace(/ +#.*/, ''))] as const;
    })
    .filter(([, commands]) => commands.length > 0),
);

/** What Docker knows of the container, as far as these tests read it. */
interface Inspected {
  State: { ExitCode: number; OOMKilled: boolean; Health?: { Status: string } };
  Config: { User: string };
}

/** A container of the household's image that was built beside those of the stack, and its volumes. */
export class Household {
  readonly api: Api;
  readonly image = `inner-weather/household:${process.env.VERSION}`;
  private readonly folder = mkdtempSync(join(tmpdir(), 'inner-weather-household-'));

  private constructor(
    readonly name: string,
    private readonly port: number,
    private readonly words: Record<string, string>,
  ) {
    this.api = new Api(`http://127.0.0.1:${port}`);
  }

  /** @param words that stand in the page for those of a test */
  static async create(name: string, words: Record<string, string> = {}): Promise<Household> {
    return new Household(`${process.env.COMPOSE_PROJECT_NAME}-${name}`, await freePort(), words);
  }

  /** Runs a command of the page, on this container and its volumes. */
  run(command: string): Promise<string> {
    return shell(this.translate(command), { timeoutMs: 240_000 });
  }

  /** Runs all of them, or all of a section, and answers what each printed. */
  async follow(commands: string | string[]): Promise<string[]> {
    const printed: string[] = [];
    for (const command of typeof commands === 'string' ? COMMANDS[commands]! : commands)
      printed.push(await this.run(command));
    return printed;
  }

  /** Resolves when the container is healthy. The fakes of the stack's providers are in its network from then on. */
  async ready(): Promise<void> {
    await docker(['network', 'connect', `${process.env.COMPOSE_PROJECT_NAME}_inside`, this.name]);
    await eventually(async () => expect((await this.inspect()).State.Health?.Status).toBe('healthy'), {
      timeoutMs: 120_000,
    });
  }

  async inspect(): Promise<Inspected> {
    const [container] = JSON.parse(await docker(['inspect', this.name])) as Inspected[];
    return container!;
  }

  docker(command: string, ...args: string[]): Promise<string> {
    return docker([command, this.name, ...args]);
  }

  async remove(): Promise<void> {
    await docker(['rm', '--force', this.name]);
    const volumes = await docker(['volume', 'ls', '--quiet', '--filter', `name=${this.name}`]);
    if (volumes) await docker(['volume', 'rm', ...volumes.split('\n')]);
    rmSync(this.folder, { recursive: true });
  }

  private translate(command: string): string {
    const settings = { RATE_LIMITS: 'off', WEATHER_API_KEY: 'test', WEATHER_API_URL: 'http://fakes:8081' };
    const env = Object.entries(settings).map(([name, value]) => ` --env ${name}=${value}`);
    return Object.entries(this.words)
      .reduce((line, [word, by]) => line.replaceAll(word, by), command)
      .replace('--detach', `--detach --cap-drop ALL --security-opt no-new-privileges${env.join('')}`)
      .replace('8080:8080', `127.0.0.1:${this.port}:8080`)
      .replaceAll('inner-weather/household:local', this.image)
      .replaceAll('inner-weather.tar', join(this.folder, 'inner-weather.tar'))
      .replaceAll(/(?<![\w/-])backups\//g, `${process.env.BACKUPS}/`)
      .replaceAll(/(?<![\w/-])inner-weather(?![\w/.])/g, this.name);
  }
}
