import { readFileSync } from 'node:fs';

/** The exit code after an illegal instruction: 128 plus SIGILL. */
export const ILLEGAL_INSTRUCTION = 132;

/**
 * MongoDB 5 and later (https://www.mongodb.com/docs/manual/administration/production-notes/, "Platform Support").
 * The flags of ARMv8.2-A are those that the official image checks.
 */
export const MONGODB_NEEDS =
  'MongoDB needs a processor with AVX (x86), or one of ARMv8.2-A or later, and a virtual machine that shows it. ' +
  'docs/deploying.md says what to do without one.';

/**
 * Whether MongoDB's images run on this processor. True if unknown.
 * @param {string} [cpuinfo] of Linux
 * @param {string} [arch] as process.arch
 */
export function runsMongodb(cpuinfo = readCpuinfo(), arch = process.arch) {
  const flags = /^(?:flags|Features)\s*:(.*)$/m.exec(cpuinfo)?.[1]?.trim().split(/\s+/);
  if (!flags) return true;
  if (arch === 'x64') return flags.includes('avx');
  const newer = ['fphp', 'dcpop', 'sha3', 'sm3', 'sm4', 'asimddp', 'sha512', 'sve'];
  return arch !== 'arm64' || newer.some((flag) => flags.includes(flag));
}

function readCpuinfo() {
  try {
    return readFileSync('/proc/cpuinfo', 'utf8');
  } catch {
    return '';
  }
}
