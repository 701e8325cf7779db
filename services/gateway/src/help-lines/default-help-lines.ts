import type { HelpLineDto } from '@inner-weather/contracts/insights/help-lines.dto';

/** The day on which all of these were checked. An entry that changes later needs its own day. */
const CHECKED_ON = '2026-11-21';

const ALWAYS = 'day and night, free';

/**
 * The help lines that are shown unless HELP_LINES replaces them. 112 is the emergency number of the whole European
 * Union.
 */
export const DEFAULT_HELP_LINES: readonly HelpLineDto[] = [
  {
    country: 'AT',
    name: 'Telefonseelsorge',
    phones: ['142'],
    website: 'https://www.telefonseelsorge.at',
    hours: ALWAYS,
    emergency: '112',
    source: 'https://www.katholisch.at/telefonseelsorge',
    lookedUp: CHECKED_ON,
  },
  {
    country: 'AU',
    name: 'Lifeline',
    phones: ['13 11 14'],
    website: 'https://www.lifeline.org.au',
    hours: 'day and night',
    emergency: '000',
    source: 'https://lifelineh2h.org.au/get-help/telephone-crisis-support/faqs/',
    lookedUp: CHECKED_ON,
  },
  {
    country: 'CA',
    name: '9-8-8: Suicide Crisis Helpline',
    phones: ['988'],
    website: 'https://988.ca',
    hours: 'day and night, free, calls and texts, in English and French',
    emergency: '911',
    source: 'https://cmhasaskatoon.ca/9-8-8/',
    lookedUp: CHECKED_ON,
  },
  {
    country: 'CH',
    name: 'Die Dargebotene Hand, La Main Tendue, Telefono Amico',
    phones: ['143'],
    website: 'https://www.143.ch',
    hours: 'day and night',
    emergency: '112',
    source: 'https://www.143.ch/ticino/Consulenza/Servizio-di-consulenza/Notte',
    lookedUp: CHECKED_ON,
  },
  {
    country: 'DE',
    name: 'TelefonSeelsorge',
    phones: ['116 123', '0800 1110111', '0800 1110222'],
    website: 'https://www.telefonseelsorge.de',
    hours: ALWAYS,
    emergency: '112',
    source: 'https://www.domradio.de/glossar/telefonseelsorge-0',
    lookedUp: CHECKED_ON,
  },
  {
    country: 'ES',
    name: '024, Línea de atención a la conducta suicida',
    phones: ['024'],
    website: 'https://www.sanidad.gob.es/linea024/home.htm',
    hours: ALWAYS,
    emergency: '112',
    source:
      'https://www.farodevigo.es/galicia/2025/10/11/medio-millar-gallegos-mes-024-linea-suicidio-122499662.html',
    lookedUp: CHECKED_ON,
  },
  {
    country: 'FR',
    name: '3114, numéro national de prévention du suicide',
    phones: ['3114'],
    website: 'https://3114.fr',
    hours: ALWAYS,
    emergency: '112',
    source: 'https://www.mayotte.ars.sante.fr/3114-le-numero-national-de-prevention-du-suicide',
    lookedUp: CHECKED_ON,
  },
  {
    country: 'GB',
    name: 'Samaritans',
    phones: ['116 123'],
    website: 'https://www.samaritans.org',
    hours: ALWAYS,
    emergency: '999',
    source: 'https://www.samaritans.org/how-we-can-help/contact-samaritan/',
    lookedUp: CHECKED_ON,
  },
  {
    country: 'IE',
    name: 'Samaritans',
    phones: ['116 123'],
    website: 'https://www.samaritans.org/ireland/',
    hours: ALWAYS,
    emergency: '112',
    source:
      'https://www.irishhealthpro.com/content/news/show/name/big-jump-in-calls-to-samaritans-since-2014',
    lookedUp: CHECKED_ON,
  },
  {
    country: 'IT',
    name: 'Telefono Amico Italia',
    phones: ['02 2327 2327'],
    website: 'https://www.telefonoamico.it',
    hours: 'every day from 10 to 24',
    emergency: '112',
    source:
      'https://www.fanpage.it/attualita/cose-e-come-funziona-telefono-amico-portato-sul-palco-di-sanremo-da-la-sad/',
    lookedUp: CHECKED_ON,
  },
  {
    country: 'US',
    name: '988 Suicide & Crisis Lifeline',
    phones: ['988'],
    website: 'https://988lifeline.org',
    hours: 'day and night, free, calls and texts',
    emergency: '911',
    source: 'https://en.wikipedia.org/wiki/988_(telephone_number)',
    lookedUp: CHECKED_ON,
  },
  {
    country: null,
    name: 'Find A Helpline',
    phones: [],
    website: 'https://findahelpline.com',
    hours: 'a list of help lines in many countries',
    emergency: null,
    source: 'https://findahelpline.com/AU',
    lookedUp: CHECKED_ON,
  },
];
