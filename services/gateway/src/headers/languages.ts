const LANGUAGES_MAX = 3;

/** The languages of an Accept-Language header (RFC 9110, 12.5.4) without their regions, the preferred first. */
export function languagesOf(header: string | undefined): string[] {
  const ranges = (header ?? '')
    .slice(0, 200)
    .split(',')
    .map((range) => {
      const [tag = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
      return { language: tag.split('-')[0] ?? '', weight: Number(weight) };
    })
    .filter(({ language, weight }) => /^[a-z]{2,3}$/.test(language) && weight > 0)
    .sort((a, b) => b.weight - a.weight);
  return [...new Set(ranges.map(({ language }) => language))].slice(0, LANGUAGES_MAX);
}
