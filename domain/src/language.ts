const LETTERS_MIN = 16
/** One shared word proves nothing: `no` is Spanish too, and `a` is Portuguese. */
const OWN_WORDS_MIN = 2
const CHARACTERS_READ = 1200
const FOREIGN_SHARE = 0.3
const ENGLISH_SHARE = 0.05
const OTHER_SHARE = 0.12
const OTHER_LEAD = 1.3

const ENGLISH = words(
  'the and to of a in is it you that for on with this are have be not my was at but or as what can do how if we they just i an which who should would could there their from your has had will about any me so no when like than them need use asking looking want does did been where why its',
)
const OTHERS = {
  Spanish: words(
    'el la los las de que y en un una por para con no es se lo como mi pero más está hay qué del al su sus quien quién este esta son cómo cuál me te tengo quiero busco o si muy',
  ),
  French: words(
    'le la les des de et un une que qui en pour dans pas je est sur avec mon nous vous mais ce du au aux sont quel quelle cette ces leur leurs ou où plus ne se mes',
  ),
  German: words(
    'der die das und ist ein eine nicht ich zu mit auf für den dem von wie aber wir sie auch mein einer einen einem nach suchen welche welcher haben sind oder bei im des wenn es was kann über',
  ),
  Portuguese: words(
    'o os as de que e em um uma para com não é se por mais meu está mas como eu no na do da dos das ao seu sua qual quem são muito ou',
  ),
  Italian: words(
    'il lo gli di che e un una per con non è sono mi ma come più ho della nel le la i del dei delle alla quale chi si anche o se mio',
  ),
  Dutch: words(
    'de het een en van ik je is dat niet te op met voor maar ook wij zijn mijn die naar welke of om aan hun heb hebben moeten ze wat hoe kan dit deze zoeken',
  ),
  Polish: words(
    'i w na z nie się to że jest do jak mam czy dla ale od o co po ze które który są jaki jakie mnie moje lub',
  ),
}
/** Scripts commonly used by one language only. */
const SCRIPTS: readonly [RegExp, string][] = [
  [/\p{Script=Hangul}/gu, 'Korean'],
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/gu, 'Japanese'],
  [/\p{Script=Han}/gu, 'Chinese'],
  [/\p{Script=Greek}/gu, 'Greek'],
  [/\p{Script=Hebrew}/gu, 'Hebrew'],
  [/\p{Script=Thai}/gu, 'Thai'],
]
/** Beside plain letters, since `Â£` alone is a pound that was encoded twice. */
const FOREIGN_LETTER = /^(?=.*[a-z]).*[^\p{ASCII}\u2019]/u
const SCRIPT_SHARE = 0.2
const NAMED_SHARE = 0.12
const NAMED_LEAD = 1.5

/** The language a text seems to be in; `unknown` where too little speaks for any. The local model reads English only. */
export type Language = 'english' | 'other' | 'unknown'

/** Tells English from other languages by script and commonest words. Cheap and coarse by design. */
export function detectLanguage(text: string): Language {
  const head = headOf(text)
  if (isForeignScript(head)) return 'other'
  if (countLetters(head) < LETTERS_MIN) return 'unknown'
  const [english, ...others] = evidenceOf(head, FOREIGN_LETTER)
  const best = others.toSorted((a, b) => b.share - a.share)[0]
  if (english === undefined || best === undefined) return 'unknown'
  if (best.own >= OWN_WORDS_MIN && best.share > english.share * OTHER_LEAD && best.share >= OTHER_SHARE) return 'other'
  return english.own >= OWN_WORDS_MIN && english.share >= ENGLISH_SHARE && english.share >= best.share
    ? 'english'
    : 'unknown'
}

/** The languages that `nameLanguage` may return. */
export const NAMED_LANGUAGES: readonly string[] = [
  'English',
  ...Object.keys(OTHERS),
  ...SCRIPTS.map(([, language]) => language),
]

/** The language a text is plainly in, by its commonest words or its script; undefined where there is doubt. */
export function nameLanguage(text: string): string | undefined {
  const head = headOf(text)
  const letters = countLetters(head)
  if (isForeignScript(head)) {
    return SCRIPTS.find(([script]) => (head.match(script)?.length ?? 0) / letters >= SCRIPT_SHARE)?.[1]
  }
  if (letters < LETTERS_MIN) return undefined
  const [best, second] = evidenceOf(head).toSorted((a, b) => b.share - a.share)
  if (!best || best.own < OWN_WORDS_MIN || best.share < NAMED_SHARE) return undefined
  return best.share >= (second?.share ?? 0) * NAMED_LEAD ? best.language : undefined
}

interface Evidence {
  language: string
  /** The share of the text's words that are among the language's commonest. */
  share: number
  /** How many different ones there are; of other languages, without what is English too and letters alone. */
  own: number
}

/** English first. Words with a `foreign` letter count for every other language, as none is in all lists. */
function evidenceOf(head: string, foreign?: RegExp): Evidence[] {
  const tokens = head.match(/[\p{L}\p{M}'\u2019]+/gu) ?? []
  const others = Object.entries(OTHERS).map(([language, known]) => {
    const said = tokens.filter((token) => known.has(token) || foreign?.test(token) === true)
    return {
      language,
      share: shareOf(said, tokens),
      own: new Set(said.filter((token) => token.length > 1 && !ENGLISH.has(token))).size,
    }
  })
  const said = tokens.filter((token) => ENGLISH.has(token))
  return [{ language: 'English', share: shareOf(said, tokens), own: new Set(said).size }, ...others]
}

function isForeignScript(head: string): boolean {
  const letters = countLetters(head)
  const latin = head.match(/\p{Script=Latin}/gu)?.length ?? 0
  return letters >= 4 && (letters - latin) / letters > FOREIGN_SHARE
}

function countLetters(head: string): number {
  return head.match(/\p{L}/gu)?.length ?? 0
}

function headOf(text: string): string {
  return text
    .slice(0, CHARACTERS_READ)
    .replace(/https?:\/\/\S+|[@#]\w+/g, ' ')
    .toLowerCase()
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(' '))
}

function shareOf(said: readonly string[], all: readonly string[]): number {
  return all.length === 0 ? 0 : said.length / all.length
}
