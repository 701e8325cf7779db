import type { Language } from '@inner-weather/languages/languages';

/** Frequent words that say little, by which a text shows its language. Those of two languages count for both. */
const STOP_WORDS = wordSets({
  en: 'a about all am an and are as at be because been but by did do for from had has have he her him his how i if in into is it its just me my not of on or our out she so some than that the their them then there they this to too up us was we were what when where which who why will with would you your',
  de: 'aber alle als am an auch auf aus bei bin bis da dann das dass dein dem den denn der des die dich dir doch du durch ein eine einem einen einer er es für gegen haben habe hat hatte ich ihm ihn ihr im in ist ja jetzt kein keine man mehr mein meine mich mir mit nach nicht noch nur ob oder ohne schon sehr sein seine sich sie sind so und uns über um unter vom von vor war waren was weil wenn wie wieder wir wird zu zum zur',
  es: 'a al algo así aunque bien como con cuando de del desde donde el ella ellos en entre era es esa ese eso esta está estaba este esto estoy fue ha había han hasta hay he la las le les lo los más me mi mis mucho muy nada ni no nos o para pero por porque que qué se ser si sí sin sobre son soy su sus también tan te tengo todo tu un una uno y ya yo',
  fr: "à ai as au aussi aux avec avait avais bien c'est ce cela ces cette comme d'un d'une dans de des donc du elle elles en est et était étais être eu fait il ils j'ai je l la là le les leur lui ma mais me mes moi mon n'est ne nos notre nous on ont ou où par pas peu plus pour qu'il que qui sa sans se ses si son sont suis sur ta te toi ton tous tout très tu un une vous y",
  'pt-BR':
    'a à ao aos as até com como da das de dela dele depois do dos e é ela ele eles em então entre era essa esse esta está estava este estou eu foi há isso isto já la lhe mais mas me meu meus minha muito na não nas nem no nos nós num o os ou para pela pelo por porque pra quando que quem se sem ser seu só sou sua também te tem tenho tinha tudo um uma você',
  ar: 'أن إن أنا أنت إلى الذي التي أو أي بعد بين ثم حتى حين عن على عند في قبل قد كان كانت كل كما كنت لا لأن لقد لكن لم لن له لها لي ما مع من منذ مني نحن هذا هذه هل هم هناك هنا هو هي و وأنا ولا ولكن وقد يا',
  // By character: see wordsOf() in lexicon.ts.
  'zh-Hans':
    '我 你 他 她 它 们 的 地 得 了 着 过 是 不 没 有 在 和 与 跟 就 都 也 还 又 很 太 再 才 把 被 让 给 对 从 到 向 比 为 因 所 以 但 而 且 如 果 虽 然 或 这 那 个 一 些 什 么 怎 谁 吗 吧 呢 啊 呀 嘛 上 下 里 自 己 会 能 要 说 去 来 好',
});

/**
 * Whether a text is in English, as far as its frequent words show it. Without any, it depends on the account's language:
 * German `Kind` and `war` are listed as English words, but mean others.
 * @param words in lower case
 */
export function isEnglish(words: readonly string[], language: Language): boolean {
  const hits = (other: Language): number => words.filter((word) => STOP_WORDS[other].has(word)).length;
  const english = hits('en');
  const others = LANGUAGES.filter((other) => other !== 'en').map(hits);
  const most = Math.max(...others);
  return english > most || (english === most && (language === 'en' || english > hits(language)));
}

const LANGUAGES = Object.keys(STOP_WORDS) as Language[];

function wordSets(lists: Record<Language, string>): Record<Language, ReadonlySet<string>> {
  return Object.fromEntries(
    Object.entries(lists).map(([language, list]) => [language, new Set(list.split(' '))]),
  ) as unknown as Record<Language, ReadonlySet<string>>;
}
