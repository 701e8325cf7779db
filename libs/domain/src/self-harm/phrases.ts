import { ARABIC } from './phrases.ar.js';
import { PORTUGUESE } from './phrases.pt.js';
import { CHINESE } from './phrases.zh.js';

/** The phrases of one language. Case, accents, apostrophes and hyphens do not matter; only whole words match. */
export interface Phrases {
  /** Written without spaces between words, so that phrases match anywhere in a text. */
  unspaced?: boolean;
  /**
   * Said in the first person about oneself: wishes, plans and deliberate acts, now or in the past. Phrases about other
   * people ("she", the news) must not show the card. Of regular expressions, only ( | ) and ? may be used.
   */
  signs: string[];
  /** Said to the reader. Only insights do that, and they are about what this person wrote, so weaker phrases count. */
  answers: string[];
  /** Idioms that contain a sign but mean something else. They are removed first. */
  idioms: string[];
  /** Negations: one of these up to three words before a sign, in the same part of a sentence, cancels it. */
  negations: string[];
  /** Words that begin a new part of a sentence, as any punctuation does. */
  joints: string[];
}

const ENGLISH: Phrases = {
  signs: [
    'i (just |really |only |still |often |sometimes |do |even )?(want|wanted|wanna|wish i could|am going|tried|plan|planned|am ready|decided) (to )?(just )?(die|be dead|end it all|overdose)',
    '(wanting|ready|urge) to die',
    'wish (i was|i were|to be) dead',
    'wish i (had never been|was never|were never|wasnt|werent) born',
    'wish i (could|would) (just )?(not wake up|never wake up|disappear forever)',
    '(killing|hanging) myself',
    '(kill|hang) myself',
    'ending (my life|it all)',
    'end(ed)? my (own )?life',
    'take my (own )?life',
    '(id|i would|be) better off (dead|without me)',
    'rather be dead',
    '(dont|do not|didnt|did not|no longer) (really |even )?(want|wish) to (live|be alive|wake up|exist|be here|go on living)( any ?more)?',
    '(no|any|see no) (reason|point) (to|in) (live|living|go on|going on)',
    'not worth living',
    'cant (go on living|live any ?more|live like this)',
    '(i feel|feeling|im|i am|i was) suicidal',
    '(my|have|having|had) suicidal thoughts',
    '(thinking|thought|think|thoughts) (about|of) (suicide|dying|ending it|ending things|ending my life|killing myself)',
    'suicide note',
    '(commit|committing|attempt|attempted) suicide',
    '(my|a) suicide attempt',
    '(want|wanted|need|needed|urge|urges|going|tempted|started) (to )?(cut|cutting|hurt|hurting|harm|harming|burn|burning) myself',
    '(cut|cutting|hurt|hurting|harmed|harming|burned|burning) myself (again|on purpose|to feel)',
    '(i|i have|ive) self harm(ed)?( again)?',
    '(urge|urges|want) to self harm',
  ],
  answers: [
    'suicide',
    'suicidal( thoughts)?',
    'self (harm|harming|injury)',
    '(kill|killing|hurt|hurting|harm|harming|cut|cutting) yourself',
    '(want|wanted|wanting) to die',
    '(end|ending|take|taking) your (own )?life',
    '(dont|not|no longer) want(ing)? to live',
  ],
  idioms: [
    '(die|dying|dead|killing myself) (laughing|of (laughter|shame|embarrassment|boredom|curiosity))',
    '(want|wanted|going) to die (laughing|of (laughter|shame|embarrassment|boredom|heat))',
    '(kill|killing) myself (laughing|at the gym|at work|with work|over (this|that|a) (deadline|project|exam))',
    '(cut|cutting) myself (some slack|a slice|off)',
    'suicide (squad|prevention|mission)',
  ],
  negations: [
    'not',
    'never',
    'no',
    'dont',
    'doesnt',
    'didnt',
    'wont',
    'wouldnt',
    'wasnt',
    'isnt',
    'havent',
    'without',
    'stopped',
  ],
  joints: ['and', 'but', 'because', 'so', 'why'],
};

const GERMAN: Phrases = {
  signs: [
    'ich (will|wollte|möchte|würde) (einfach |gern |am liebsten )?(nur )?(noch )?(sterben|tot sein)',
    '(will|wollte|möchte|würde) ich (einfach |gern |am liebsten )?(nur )?(noch )?(sterben|tot sein)',
    'ich (einfach )?(nur )?(noch )?(sterben|tot sein) (will|wollte|möchte)',
    '(will|wollte|möchte|werde|würde) (mich|mir) (am liebsten )?(umbringen|das leben nehmen|erhängen|töten|ritzen|etwas antun|selbst verletzen)',
    'mich umbringen',
    'mich umzubringen',
    'mir das leben (zu )?nehmen',
    'mir etwas an(zu)?tun',
    '(will|wollte|möchte|kann) (so )?nicht mehr (leben|weiterleben|da sein|aufwachen|hier sein)',
    '(will|wollte|möchte) nicht mehr',
    'ich (wäre|wär) (doch )?(am liebsten |lieber |besser )?tot',
    '(wäre|wär) ich (doch )?(am liebsten |lieber |besser )?tot',
    'ich wäre nie geboren',
    'nie wieder aufwachen',
    'nicht mehr aufwachen',
    'keinen (sinn|grund) mehr (zu leben|weiterzuleben|im leben)',
    '(leben|alles) (hat|macht) keinen sinn mehr',
    'ohne mich (besser dran|wäre alles besser)',
    'meinem leben ein ende (setzen|machen|zu setzen|zu machen)',
    'mein leben (zu )?beenden',
    '(allem|dem ganzen) ein ende (setzen|machen)',
    '(bin|war|fühle mich) (suizidal|lebensmüde)',
    '(meine|habe|hatte|wieder) (suizidgedanken|selbstmordgedanken|suizidale gedanken)',
    '(denke|dachte|gedanken|nachgedacht) (oft |wieder |viel )?(an|über) (selbstmord|suizid|den tod nach)',
    '(mein|meinen|meinem) (suizidversuch|selbstmordversuch)',
    'abschiedsbrief',
    '(habe|hab) (mich|mir) (wieder |heute )?(geritzt|selbst verletzt|absichtlich wehgetan)',
    'mich zu (ritzen|verletzen)',
    'mich (wieder )?(ritzen|selbst verletzen)',
  ],
  answers: [
    '(suizid|suizidgedanken|suizidale gedanken|selbstmord|selbstmordgedanken|selbstverletzung)',
    'dich (selbst )?(umbringen|umzubringen|zu verletzen|verletzt|ritzen)',
    'dir (etwas anzutun|das leben (zu )?nehmen)',
    '(sterben|tot sein) (willst|wolltest|möchtest|zu wollen)',
    'nicht mehr leben',
  ],
  idioms: [
    'nicht mehr (leben|da sein|hier sein) ohne (kaffee|schokolade|musik)',
    '(will|wollte|möchte) nicht mehr (arbeiten|warten|streiten|lernen|reden|darüber|daran|so (viel|lange|oft)|rauchen|essen|schlafen|kochen|hin|nach|in|zu|mit|auf|über)',
    '(sterben|tot sein) vor (scham|lachen|langeweile|neugier|hunger)',
    'vor (scham|lachen|langeweile|neugier) (sterben|umbringen)',
    '(wird|werden|würden|bringt) mich (noch )?umbringen',
  ],
  negations: ['nicht', 'nie', 'niemals', 'kein', 'keine', 'keinen', 'ohne'],
  joints: ['und', 'aber', 'weil', 'dass', 'sondern', 'denn', 'warum'],
};

const SPANISH: Phrases = {
  signs: [
    '(quiero|quería|quisiera|deseo|ganas de|pienso en|intenté|voy a|planeo) (morir|morirme|matarme|suicidarme|quitarme la vida|desaparecer para siempre|acabar con mi vida|acabar con todo)',
    '(matarme|suicidarme|quitarme la vida)',
    'me (quiero|quería|voy a) (morir|matar|suicidar|quitar la vida|cortar las venas)',
    'no (quiero|quería|deseo|puedo) (seguir viviendo|vivir|vivir más|vivir así|estar viv[oa]|despertar|despertarme|existir)',
    'ya no quiero (vivir|seguir|estar aquí|despertar)',
    'acabar con mi vida',
    'terminar con mi vida',
    '(estaría|estarían|estarán) mejor (muert[oa]|sin mí)',
    'ojalá (estuviera muert[oa]|me muriera|no despertara|no hubiera nacido)',
    'preferiría estar muert[oa]',
    '(no tengo|sin|no hay|no veo) (razón|razones|motivos?) para (vivir|seguir viviendo)',
    'la vida no (vale|merece) la pena',
    'mi vida no (tiene sentido|vale nada)',
    '(pienso|pensé|pensado|pensando|pensar) (mucho )?en (el suicidio|la muerte|suicidarme|matarme|morir)',
    '(tengo|tuve|mis) (pensamientos|ideas) suicidas',
    '(mi|un) intento de suicidio',
    '(carta|nota) de (suicidio|despedida)',
    '(quiero|ganas de|necesito|voy a|impulso de) (cortarme|hacerme daño|lastimarme|autolesionarme)',
    '(me corté|me hice daño|me lastimé|me autolesioné) (otra vez|a propósito|de nuevo)',
    'me autolesion[oé]',
  ],
  answers: [
    '(suicidio|suicidarte|suicidas?|autolesión|autolesiones|autolesionarte)',
    '(matarte|hacerte daño|quitarte la vida|cortarte)',
    '(quieres|querías|querer|ganas de|deseos de) (morir|morirte)',
    'no quer(es|er|ías) vivir',
  ],
  idioms: [
    '(morir|morirme|matar) de (risa|hambre|vergüenza|sueño|aburrimiento|calor|frío|ganas|amor)',
    '(cortarme|me corté) (el pelo|las uñas|el flequillo)',
    'matarme (a trabajar|a estudiar|trabajando|estudiando|en el gimnasio)',
    '(quiere|quieren|va a|van a|iba a) matarme',
    'vivir (en|con|cerca|lejos|aquí|allí|como)',
    'escuadrón suicida',
  ],
  negations: ['no', 'nunca', 'jamás', 'sin', 'tampoco'],
  joints: ['y', 'pero', 'porque', 'que', 'sino', 'aunque'],
};

const FRENCH: Phrases = {
  signs: [
    '(veux|voulais|voudrais|envie de|préférerais|préfère|pense à|essayé de|vais) (mourir|me tuer|me suicider|en finir|disparaître pour toujours|mettre fin à mes jours|me pendre|me foutre en l’air)',
    '(me suicider|me tuer|me pendre)',
    'mettre fin à (mes jours|ma vie)',
    '(en|d’en) finir avec (la|ma) vie',
    '(veux|voulais|peux|voudrais) plus (vivre|vivre comme ça|exister|me réveiller|être là|continuer à vivre)',
    '(veux|voulais|voudrais) pas (vivre|me réveiller|exister)',
    '(plus|pas) envie de (vivre|me réveiller|exister|continuer à vivre)',
    '(voudrais|aimerais|préférerais|veux) être mort(e)?',
    'mieux sans moi',
    'serais mieux mort(e)?',
    '(si seulement je|j’aurais préféré) (ne )?(me réveillais plus|n’étais jamais né(e)?|ne jamais naître)',
    '(aucune|plus de) raison de vivre',
    'la vie ne vaut (pas|plus) la peine',
    'ma vie n’a (plus|aucun) (de )?sens',
    '(pense|pensé|penser|pensais) (souvent |encore )?(au suicide|à la mort|à mourir|à me tuer|à en finir)',
    '(j’ai|j’avais|mes|des) (idées|pensées) (suicidaires|noires)',
    '(suis|étais|me sens) suicidaire',
    '(ma|une) tentative de suicide',
    'lettre d’adieu',
    '(veux|envie de|besoin de|vais) (me couper|me faire du mal|me mutiler|me scarifier|me blesser)',
    'me suis (encore )?(coupé|coupée|mutilé|mutilée|scarifié|scarifiée) (encore|exprès|volontairement|à nouveau)',
    'me suis (encore )?(mutilé|mutilée|scarifié|scarifiée|fait du mal)',
  ],
  answers: [
    '(suicide|suicidaires?|automutilation)',
    'te (tuer|suicider|faire du mal|mutiler|scarifier)',
    'vous (tuer|suicider|faire du mal|mutiler|scarifier)',
    'mettre fin à (tes|vos) jours',
    '(veux|voulais|voulez|vouloir|envie de) mourir',
    'plus (envie de )?vivre',
  ],
  idioms: [
    'mourir de (rire|faim|honte|soif|froid|chaud|ennui|trouille|peur|sommeil)',
    'me tuer (au travail|à la tâche|au boulot|à (te|vous|le) (dire|répéter))',
    'en finir avec (ce|cette|ces|le|les|mon|mes) (projet|travail|dossier|travaux|cartons|examens|déménagement|réunion)',
    '(me couper|me suis coupé|me suis coupée) (les cheveux|les ongles|la frange|une part)',
    '(va|vont|veut|allait|faillit) me tuer',
    'escadron suicide',
  ],
  negations: ['pas', 'jamais', 'sans'],
  joints: ['et', 'mais', 'parce', 'que', 'car', 'donc'],
};

const ITALIAN: Phrases = {
  signs: [
    '(voglio|volevo|vorrei|voglia di|penso di|pensato di|provato a|sto per|ho deciso di) (solo |soltanto )?(morire|uccidermi|ammazzarmi|suicidarmi|farla finita|togliermi la vita|sparire per sempre|impiccarmi)',
    '(uccidermi|ammazzarmi|suicidarmi|togliermi la vita)',
    'mi (voglio|volevo|vorrei) (uccidere|ammazzare|suicidare|togliere la vita)',
    'farla finita',
    'porre fine alla mia vita',
    'non (voglio|volevo|vorrei|posso|riesco) (più )?(più a )?(vivere|esistere|svegliarmi|essere qui|continuare a vivere)( più)?',
    '(vorrei|preferirei|volevo) essere mort[oa]',
    '(sarebbe|starebbero|starebbe|starei) meglio (mort[oa]|senza di me)',
    'vorrei non (essere mai nat[oa]|svegliarmi più|svegliarmi)',
    '(nessun|non ho più|non ho) (motivo|ragione|motivi|ragioni) (di|per) vivere',
    'la vita non (vale|ha) (la pena|più senso|nessun senso)',
    'la mia vita non ha (più )?senso',
    '(penso|pensato|pensare|pensando|pensavo) (spesso |ancora )?(al suicidio|alla morte|di morire|a morire)',
    '(ho|avevo|miei) pensieri (suicidi|di suicidio|di morte)',
    '(mio|un) tentativo di suicidio',
    '(lettera|biglietto) d’addio',
    '(voglio|vorrei|voglia di|bisogno di|impulso di) (tagliarmi|farmi del male|ferirmi)',
    'mi sono (tagliat[oa]|ferit[oa]) (di nuovo|ancora|apposta)',
    'mi sono fatt[oa] del male',
    'autolesionismo di nuovo',
  ],
  answers: [
    '(suicidio|suicidarti|autolesionismo)',
    'pensieri suicidi',
    '(ucciderti|ammazzarti|farti del male|tagliarti|toglierti la vita)',
    '(vuoi|volevi|voler|volere|voglia di|desiderio di) morire',
    'non vol(er|ere) (più )?vivere',
  ],
  idioms: [
    'morire (dal ridere|dalle risate|di (fame|sonno|vergogna|noia|freddo|caldo|sete))',
    '(uccidermi|ammazzarmi) (di lavoro|di fatica|di studio|in palestra)',
    '(tagliarmi|mi sono tagliat[oa]) (i capelli|le unghie|la frangia)',
    '(vuole|vogliono) (uccidermi|ammazzarmi)',
    'farla finita con (il|la|lo|i|gli|le|questo|questa) (fumo|sigarette|dolci|lavoro|discussione|trasloco)',
  ],
  negations: ['non', 'mai', 'senza', 'nemmeno', 'neanche'],
  joints: ['e', 'ma', 'perché', 'che', 'però', 'quindi'],
};

/** Every text is checked against all languages: people mix them, and nothing has to guess the language. */
export const PHRASES = {
  en: ENGLISH,
  de: GERMAN,
  es: SPANISH,
  fr: FRENCH,
  it: ITALIAN,
  pt: PORTUGUESE,
  ar: ARABIC,
  zh: CHINESE,
} satisfies Record<string, Phrases>;

export type PhraseLanguage = keyof typeof PHRASES;
