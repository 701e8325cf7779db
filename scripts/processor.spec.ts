import { runsMongodb } from '../deploy/local/processor.mjs';

// Lines of /proc/cpuinfo of real machines.
const CELERON_N3350 =
  'flags\t\t: fpu vme de pse tsc msr pae mce cx8 apic sep mtrr pge mca cmov pat pse36 clflush dts acpi mmx fxsr sse sse2 ss ht tm pbe syscall nx pdpe1gb rdtscp lm constant_tsc sse4_1 sse4_2 x2apic movbe popcnt aes xsave rdrand';
const HASWELL = `${CELERON_N3350} avx f16c fma avx2 bmi1 bmi2`;
const RASPBERRY_PI_4 = 'Features\t: fp asimd evtstrm crc32 cpuid';
const RASPBERRY_PI_5 =
  'Features\t: fp asimd evtstrm aes pmull sha1 sha2 crc32 atomics fphp asimdhp cpuid asimdrdm lrcpc dcpop asimddp';

describe('whether MongoDB runs on a processor', () => {
  it.each([
    ['a Celeron without AVX', CELERON_N3350, 'x64', false],
    ['a Haswell', HASWELL, 'x64', true],
    ['a Raspberry Pi 4', RASPBERRY_PI_4, 'arm64', false],
    ['a Raspberry Pi 5', RASPBERRY_PI_5, 'arm64', true],
    ['one of which nothing is known', '', 'x64', true],
  ])('%s', (_name, cpuinfo, arch, runs) =>
    expect(runsMongodb(`processor\t: 0\n${cpuinfo}\n`, arch)).toBe(runs),
  );
});
