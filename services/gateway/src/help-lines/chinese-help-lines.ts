import type { HelpLineDto } from '@inner-weather/contracts/insights/help-lines.dto';
import { hoursOf } from './hours-of.js';

/** The day on which these were checked. */
const CHECKED_ON = '2026-11-28';

/** The help lines where most readers of Chinese live. Mainland China: cities keep their own lines beside 12356. */
export const CHINESE_HELP_LINES: readonly HelpLineDto[] = [
  {
    country: 'CN',
    name: '全国统一心理援助热线',
    phones: ['12356'],
    website: 'https://www.nhc.gov.cn',
    ...hoursOf('daily_18_hours'),
    emergency: '120',
    source: 'https://zsrbapp.zsnews.cn/home/content/newsContent/pinpai_28.html/658757',
    lookedUp: CHECKED_ON,
  },
  {
    country: 'CN',
    name: '北京市心理援助热线',
    phones: ['010 8295 1332', '800 810 1117'],
    website: 'https://www.bhlgh.com',
    ...hoursOf('always'),
    emergency: '120',
    source: 'https://bhlgh.com/xwdt/yydt/14048.shtml',
    lookedUp: CHECKED_ON,
  },
  {
    country: 'HK',
    name: '香港撒瑪利亞防止自殺會',
    phones: ['2389 2222', '2389 2223'],
    website: 'https://sbhk.org.hk',
    ...hoursOf('always'),
    emergency: '999',
    source: 'https://csrp.hku.hk/getting-help/',
    lookedUp: CHECKED_ON,
  },
  {
    country: 'HK',
    name: '撒瑪利亞會 (The Samaritans, 廣東話、普通話、English)',
    phones: ['2896 0000'],
    website: 'https://samaritans.org.hk',
    ...hoursOf('always'),
    emergency: '999',
    source: 'https://csrp.hku.hk/getting-help/',
    lookedUp: CHECKED_ON,
  },
  {
    country: 'MO',
    name: '社會工作局24小時心理輔導熱線',
    phones: ['2826 1126'],
    website: 'https://www.ias.gov.mo',
    ...hoursOf('always'),
    emergency: '999',
    source: 'https://gov.mo/zh-hans/news/664786',
    lookedUp: CHECKED_ON,
  },
  {
    country: 'SG',
    name: 'Samaritans of Singapore (SOS)',
    phones: ['1767'],
    website: 'https://www.sos.org.sg',
    ...hoursOf('always'),
    emergency: '995',
    source:
      'https://www.channelnewsasia.com/singapore/suicide-whatsapp-service-caretext-samaritans-singapore-help-2929241',
    lookedUp: CHECKED_ON,
  },
  {
    country: 'TW',
    name: '衛生福利部安心專線',
    phones: ['1925'],
    website: 'https://www.mohw.gov.tw',
    ...hoursOf('always_free'),
    emergency: '119',
    source: 'https://udn.com/news/story/7266/8943789',
    lookedUp: CHECKED_ON,
  },
];
