import { dayOf, dayOfCell } from './dates/days';
import { latinDigits, timeOf } from './dates/times';
import { measuredValue, nameAndUnit } from './values/measured';
import { type Role, ROLES } from './understood';

/* What the columns of a CSV are, by their names and by what is in them. A person can correct it. */

/** Names of columns in several languages, in small letters without accents. Of two roles, the first one in ROLES counts. */
const NAMES: Record<Exclude<Role, 'measure'>, string> = {
  date: `date, full date, datetime, date time, timestamp, created, created at, createdat, created time, date created, creation date, entry date, day,
    when, datum, tag, erstellt, erstellt am, zeitpunkt, jour, date et heure, cree le, fecha, fecha y hora, dia, creado, data,
    data e hora, criado em, giorno, data e ora, creato il, dag, dato, paiva, data utworzenia, dzien, дата, дата и время,
    день, التاريخ, تاريخ, اليوم, tarih, gun, תאריך, 日付, 日期, 创建时间, 创建日期, 날짜, ημερομηνια, ngay, tanggal`,
  time: `time, time of day, hour, clock, uhrzeit, zeit, heure, hora, ora, orario, tijd, tid, klokkeslett, godzina, czas, время,
    час, الوقت, وقت, الساعة, saat, שעה, 時刻, 时间, 時間, 시간, ωρα`,
  title: `title, note title, headline, heading, subject, name, titel, uberschrift, betreff, titre, titulo, titolo, oggetto,
    otsikko, tytul, temat, заголовок, название, العنوان, عنوان, baslik, כותרת, タイトル, 标题, 標題, 제목, τιτλος`,
  words: `text, note, notes, content, entry, journal, journal entry, body, description, comment, comments, message, diary,
    words, memo, thoughts, notiz, notizen, eintrag, inhalt, beschreibung, kommentar, tagebuch, texte, contenu, entree,
    journal intime, commentaire, texto, nota, notas, contenido, entrada, diario, comentario, descripcion, conteudo, anotacao,
    anotacoes, descricao, testo, contenuto, commento, descrizione, tekst, notitie, notities, inhoud, tresc, notatka, wpis,
    anteckning, anteckningar, innehall, teksti, текст, заметка, запись, содержание, النص, نص, ملاحظة, ملاحظات, المحتوى,
    metin, not, icerik, תוכן, טקסט, 本文, 内容, 內容, 正文, 文字, 日记, 日記, 笔记, 筆記, 备注, 備註, メモ, 내용, κειμενο`,
  mood: `mood, moods, feeling, feelings, emotion, rating, score, happiness, input mood, inputmood, stimmung, laune, gefuhl,
    gefuhle, bewertung, humeur, sentiment, note du jour, estado de animo, animo, humor, sentimiento, emocion, puntuacion,
    sentimento, emocao, estado de espirito, avaliacao, umore, emozione, stemming, gevoel, humor, nastroj, humor, mieliala,
    настроение, المزاج, مزاج, شعور, ruh hali, duygu, מצב רוח, 気分, 心情, 情绪, 情緒, 기분, διαθεση`,
  tags: `tags, tag list, labels, label, activities, activity, categories, category, keywords, schlagworte, schlagworter,
    schlagwort, aktivitaten, kategorie, kategorien, etiquettes, etiquette, mots cles, activites, categorie, categories,
    etiquetas, etiqueta, actividades, categoria, categorias, atividades, etichette, attivita, categorie, activiteiten, labels,
    tagi, etykiety, taggar, теги, метки, الوسوم, وسوم, أنشطة, etiketler, תגיות, タグ, 标签, 標籤, 活动, 分类, 태그, ετικετες`,
  city: `city, location, place, town, where, stadt, ort, standort, ville, lieu, endroit, ciudad, lugar, ubicacion, cidade, local,
    localizacao, citta, luogo, posizione, stad, plaats, locatie, miasto, miejsce, ort, plats, kaupunki, paikka, город, место,
    المدينة, مدينة, المكان, مكان, الموقع, sehir, yer, konum, עיר, מקום, 都市, 場所, 城市, 地点, 地點, 位置, 도시, 장소, πολη`,
  weather: `weather, weather data, weatherdata, conditions, condition, wetter, meteo, temps, tiempo, clima, tempo, weer, vader,
    vaer, vejr, saa, pogoda, погода, الطقس, طقس, hava, hava durumu, מזג אוויר, 天気, 天气, 天氣, 날씨, καιρος`,
  temperature: `temperature, temp, temperatur, temperatura, temperatuur, lampotila, температура, درجة الحرارة, الحرارة,
    sicaklik, טמפרטורה, 気温, 温度, 气温, 氣溫, 기온, θερμοκρασια`,
};

const ROLE_OF_NAME = new Map<string, Role>();
for (const role of ROLES)
  for (const name of role === 'measure' ? [] : NAMES[role].split(','))
    if (!ROLE_OF_NAME.has(plainName(name))) ROLE_OF_NAME.set(plainName(name), role);

/** Names of columns that say when an entry was written down, which need not be the day that it is of. */
const CREATED = /^(?:date )?(?:created|creation|erstellt|cree|creado|criado|creato)|utworzenia$|^创建/;

/** What the name of a column says alone. */
export const roleOfName = (name: string): Role | undefined => ROLE_OF_NAME.get(plainName(name));

export const isCreated = (name: string): boolean =>
  roleOfName(name) === 'date' && CREATED.test(plainName(name));

/** Columns of numbers in which nothing is measured. */
const NOT_MEASURED =
  /^(?:id|uuid|nr|no|number|index|row|year|month|week|version|lat|latitude|lon|lng|longitude|.*\bid)$/;

/** Without accents, signs and what is in brackets: `Température (°C)` is `temperature`. */
function plainName(name: string): string {
  return name
    .slice(0, 100)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\([^)]*\)|\[[^\]]*\]/g, ' ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** What files call amounts, by words in names of columns. */
const AMOUNTS =
  /\b(?:amounts?|quantity|qty|dose|dosage|doses|count|menge|anzahl|dosis|quantite|nombre|cantidad|quantidade|numero de|quantita|hoeveelheid|ilosc)\b|menge$|количество|كمية|عدد/;

/** Whether the file says that a column has amounts: by its name, or by a unit in brackets behind it. */
const isAmount = (column: string): boolean =>
  AMOUNTS.test(plainName(column)) || nameAndUnit(column).unit !== undefined;

/** The share of values that must look like a role. */
const MOST = 0.8;

/** The same if the name of the column says what it is. */
const HALF = 0.5;

/** Rows that are looked into. */
const ROWS = 200;

/**
 * Proposes a role for each column. Names in a list count most, then what is in the column.
 * @param rows cells without the header
 */
export function rolesOf(columns: readonly string[], rows: readonly string[][]): (Role | null)[] {
  const roles = columns.map((name): Role | null => roleOfName(name) ?? null);
  const values = columns.map((_, column) =>
    rows
      .slice(0, ROWS)
      .map((row) => (row[column] ?? '').trim())
      .filter((value) => value !== ''),
  );
  const isMostly = (column: number, test: (value: string) => boolean, share = MOST): boolean => {
    const all = values[column] ?? [];
    return all.length > 0 && all.filter(test).length >= all.length * share;
  };
  // `45 min` would be 45 o'clock.
  const isTime = (value: string) => (timeOf(value) ?? '9') < '24';
  // A column called "day" may have Monday in it, and a second one may have the date.
  const isDate = (column: number) => isMostly(column, (value) => dayOfCell(value) !== undefined, HALF);
  /** Columns called "time" whose values, such as "morning", are none. */
  const noTimes = new Set<number>();
  roles.forEach((role, column) => {
    // A tag is a label in English and a day in German.
    const other = plainName(columns[column] ?? '') === 'tag' ? 'tags' : null;
    if (role === 'date' && !isDate(column)) roles[column] = isMostly(column, isTime) ? 'time' : other;
    if (role !== 'time') return;
    if (isDate(column)) {
      // One that has times, too, says more than the day.
      const hasTimes = isMostly(column, (value) => /\d[:.h]\d\d(?!\d|[./-]\d)/.test(value), HALF);
      if (hasTimes) for (const [of, other] of roles.entries()) if (other === 'date') roles[of] = null;
      roles[column] = 'date';
    } else if ((values[column] ?? []).length > 0 && !isMostly(column, isTime, HALF)) {
      roles[column] = null;
      noTimes.add(column);
    }
  });
  const hasDay = roles.some((role, column) => role === 'date' && !isCreated(columns[column] ?? ''));
  if (hasDay)
    roles.forEach((role, column) => {
      if (role === 'date' && isCreated(columns[column] ?? '')) roles[column] = null;
    });
  keepFirstOfEach(roles);
  const free = () => roles.flatMap((role, column) => (role === null && !noTimes.has(column) ? [column] : []));
  const give = (role: Role, column: number | undefined) => {
    if (column !== undefined && !roles.includes(role)) roles[column] = role;
  };
  give(
    'date',
    free().find((column) => isMostly(column, isDateOfItsOwn)),
  );
  give(
    'time',
    free().find((column) => isMostly(column, isTimeOfItsOwn)),
  );
  const lengthOf = (column: number) => {
    const all = values[column] ?? [];
    return all.reduce((sum, { length }) => sum + length, 0) / Math.max(all.length, 1);
  };
  const byLength = free().sort((a, b) => lengthOf(b) - lengthOf(a));
  give(
    'words',
    byLength.find((column) => isMostly(column, isText)),
  );
  // With a date, so that a table of anything else is not taken for days.
  if (roles.includes('date')) {
    // An entry has a temperature only with its weather. Alone, it may be that of a body.
    const alone = roles.includes('weather') ? -1 : roles.indexOf('temperature');
    if (isMostly(alone, (value) => measuredValue(value)?.form === 'number')) roles[alone] = 'measure';
    for (const column of free()) {
      const isNamed = isAmount(columns[column] ?? '');
      const isMeasured = isMostly(
        column,
        (value) => measuredValue(value) !== undefined,
        isNamed ? HALF : MOST,
      );
      const isOther = NOT_MEASURED.test(plainName(columns[column] ?? ''));
      if (isMeasured && !isOther && (isNamed || !isCount(values[column] ?? []))) roles[column] = 'measure';
    }
  }
  return roles;
}

/** Whether they are the numbers of the rows. */
const isCount = (values: string[]): boolean =>
  values.length > 1 &&
  values.every((value, row) => row === 0 || Number(value) - Number(values[row - 1]) === 1);

/** Several columns may be words or tags. Of the other roles, the first column counts. */
function keepFirstOfEach(roles: (Role | null)[]): void {
  roles.forEach((role, column) => {
    if (role !== null && role !== 'words' && role !== 'tags' && roles.indexOf(role) < column)
      roles[column] = null;
  });
}

const isText = (value: string): boolean =>
  /\p{L}/u.test(value) && !isDateOfItsOwn(value) && measuredValue(value) === undefined;

/** A number may be anything. */
const isDateOfItsOwn = (value: string): boolean => !/^\d+$/.test(value) && dayOf(value) !== undefined;
const isTimeOfItsOwn = (value: string): boolean =>
  /\d:\d/.test(latinDigits(value.slice(0, 40))) && timeOf(value) !== undefined;
