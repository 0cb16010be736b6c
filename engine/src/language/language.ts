const LETTERS_MIN = 24
const CHARACTERS_READ = 1200
const FOREIGN_SHARE = 0.3

const ENGLISH = words(
  'the and to of a in is it you that for on with this are have be not my was at but or as what can do how if we they just',
)
const OTHERS = {
  Spanish: words('el la los las de que y en un una por para con no es se lo como mi pero más está hay'),
  French: words('le la les des de et un une que qui en pour dans pas je est sur avec mon nous vous mais ce'),
  German: words('der die das und ist ein eine nicht ich zu mit auf für den dem von wie aber wir sie auch mein'),
  Portuguese: words('o os as de que e em um uma para com não é se por mais meu está mas como eu'),
  Italian: words('il lo gli di che e un una per con non è sono mi ma come più ho della nel'),
  Dutch: words('de het een en van ik je is dat niet te op met voor maar ook wij zijn mijn'),
  Polish: words('i w na z nie się to że jest do jak mam czy dla ale od'),
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
const SCRIPT_SHARE = 0.2
const NAMED_SHARE = 0.12
const NAMED_LEAD = 1.5

/** The language a text seems to be in. Short texts are `unknown`; the local model reads English only. */
export type Language = 'english' | 'other' | 'unknown'

/** Tells English from other languages by script and commonest words. Cheap and coarse by design. */
export function detectLanguage(text: string): Language {
  const head = headOf(text)
  const letters = head.match(/\p{L}/gu)?.length ?? 0
  if (letters < LETTERS_MIN) return 'unknown'
  const latin = head.match(/\p{Script=Latin}/gu)?.length ?? 0
  if ((letters - latin) / letters > FOREIGN_SHARE) return 'other'
  const tokens = head.match(/[\p{L}']+/gu) ?? []
  const english = share(tokens, ENGLISH)
  const foreign = Math.max(...Object.values(OTHERS).map((known) => share(tokens, known)))
  if (foreign > english * 1.3 && foreign >= 0.12) return 'other'
  return english >= 0.05 ? 'english' : 'unknown'
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
  const letters = head.match(/\p{L}/gu)?.length ?? 0
  if (letters < LETTERS_MIN) return undefined
  const latin = head.match(/\p{Script=Latin}/gu)?.length ?? 0
  if ((letters - latin) / letters > FOREIGN_SHARE) {
    return SCRIPTS.find(([script]) => (head.match(script)?.length ?? 0) / letters >= SCRIPT_SHARE)?.[1]
  }
  const tokens = head.match(/[\p{L}']+/gu) ?? []
  const [best, second] = Object.entries({ English: ENGLISH, ...OTHERS })
    .map(([language, known]) => ({ language, share: share(tokens, known) }))
    .toSorted((a, b) => b.share - a.share)
  const isPlain = best && best.share >= NAMED_SHARE && best.share >= (second?.share ?? 0) * NAMED_LEAD
  return isPlain ? best.language : undefined
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

function share(tokens: readonly string[], known: ReadonlySet<string>): number {
  return tokens.length === 0 ? 0 : tokens.filter((token) => known.has(token)).length / tokens.length
}
