const LANGUAGES_MAX = 3;

/** The language tags of an Accept-Language header (RFC 9110, 12.5.4) in lower case, the preferred first. */
export function languageTagsOf(header: string | undefined): string[] {
  const ranges = (header ?? '')
    .slice(0, 200)
    .split(',')
    .map((range) => {
      const [tag = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
      return { tag, weight: Number(weight) };
    })
    .filter(({ tag, weight }) => /^[a-z]{2,3}(?:-|$)/.test(tag) && weight > 0)
    .sort((a, b) => b.weight - a.weight);
  return ranges.map(({ tag }) => tag);
}

/** The languages of an Accept-Language header without their regions, the preferred first. */
export const languagesOf = (header: string | undefined): string[] =>
  [...new Set(languageTagsOf(header).map((tag) => tag.split('-')[0] ?? ''))].slice(0, LANGUAGES_MAX);
