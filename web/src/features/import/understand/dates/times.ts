/* Times of day as apps write them in many languages. */

const HALVES: Record<'am' | 'pm', ReadonlySet<string>> = {
  am: new Set([
    'am',
    'a',
    'ص',
    '午前',
    '上午',
    '早上',
    '清晨',
    '凌晨',
    '오전',
    'πμ',
    'öö',
    'sa',
    'de',
    'قظ',
    'fm',
    'dop',
    'vorm',
    'पूर्वाह्न',
  ]),
  pm: new Set([
    'pm',
    'p',
    'م',
    '午後',
    '下午',
    '傍晚',
    '晚上',
    '오후',
    'μμ',
    'ös',
    'ch',
    'du',
    'بظ',
    'em',
    'odp',
    'nachm',
    'अपराह्न',
  ]),
};

/** Words beside a time of 24 hours. */
const NEUTRAL = new Set([
  ...[
    '',
    'h',
    'hs',
    'hrs',
    'uhr',
    'um',
    'at',
    'à',
    'às',
    'kl',
    'klo',
    'ч',
    'г',
    'в',
    'min',
    '分',
    '点',
    '點',
    '中午',
  ],
]);

const TIME =
  /^(?<before>\D{0,12}?)(?<hour>\d{1,2})(?:\s*(?:[:.h]|uhr|時|时|点|點|시)\s*(?<minute>\d{2})(?::(?<second>\d{2})(?:[.,](?<decimals>\d{1,9})\d*)?)?)?(?<after>\D{0,12})$/iu;

const ASCII = /^[\x00-\x7f]*$/;

/**
 * A time such as `22:00`, `10:04 PM` (with any white space), `11:59 p. m.`, `21 h 15` or `午後10:04` as HH:mm, with seconds
 * if they are given. Hours and minutes that do not exist are kept, as `24:10`. Undefined if it is no time.
 */
export function timeOf(text: string): string | undefined {
  if (text.length > 40) return undefined;
  const groups = TIME.exec(latinDigits(text).trim())?.groups;
  if (!groups) return undefined;
  const { hour = '', minute, second, decimals } = groups;
  const words = [groups.before ?? '', groups.after ?? ''].map(plainWord);
  const named = words.find((word) => word !== '') ?? '';
  const isMorning = words.some((word) => HALVES.am.has(word));
  const isAfternoon = words.some((word) => HALVES.pm.has(word));
  if (!isMorning && !isAfternoon && !words.every((word) => NEUTRAL.has(word))) return undefined;
  // A number alone is no time.
  if (minute === undefined && named === '') return undefined;
  const hours = isMorning || isAfternoon ? hourOfHalf(Number(hour), isAfternoon) : Number(hour);
  const rest = second === undefined ? '' : `:${second}${decimals === undefined ? '' : `.${decimals}`}`;
  return `${String(hours).padStart(2, '0')}:${minute ?? '00'}${rest}`;
}

/** An hour beyond 12 is one of 24 in spite of the words beside it. */
function hourOfHalf(hour: number, isAfternoon: boolean): number {
  if (hour > 12) return hour;
  return (hour % 12) + (isAfternoon ? 12 : 0);
}

const plainWord = (word: string): string => word.toLowerCase().replace(/[\s.,'’·]/g, '');

/** The text with compatible characters replaced by plain ones, and with the digits 0 to 9. */
export function latinDigits(text: string): string {
  if (ASCII.test(text)) return text;
  return text.normalize('NFKC').replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    if (code < 128) return digit;
    // The digits of a script follow each other, and its zero is the first one.
    let zero = code;
    while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1;
    return String(code - zero);
  });
}
