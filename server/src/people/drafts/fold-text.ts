/** Letters of other scripts that look like Latin ones, as used to disguise an address. */
const LOOKALIKES = new Map(
  Object.entries({
    a: 'аαɑ',
    b: 'ьᏏ',
    c: 'сϲ',
    d: 'ԁ',
    e: 'еεҽ',
    g: 'ɡ',
    h: 'һ',
    i: 'іιı',
    j: 'ј',
    k: 'κк',
    l: 'ӏ',
    m: 'м',
    n: 'ո',
    o: 'оοօ',
    p: 'рρ',
    q: 'ԛ',
    r: 'г',
    s: 'ѕ',
    t: 'т',
    u: 'υս',
    v: 'ν',
    w: 'ԝ',
    x: 'хχ',
    y: 'уγ',
    '.': '․‧∙⋅',
    '/': '⁄∕⧸',
    ':': '∶ː꞉',
  }).flatMap(([plain, likes]) => Array.from(likes, (like) => [like, plain] as const)),
)

/**
 * Controls other than tab and line break, and whatever shows nothing: direction marks, zero-width spaces, tags, soft
 * hyphens, fillers. The joiners that emoji and several scripts need stay; `foldText` drops them too.
 */
const INVISIBLE =
  /[^\P{Cc}\n\t]|(?![\u200C\u200D])\p{Cf}|[\u034F\u115F\u1160\u17B4\u17B5\u180B-\u180F\u2028\u2029\u3164\uFFA0\uFFF0-\uFFF8]|[\u{E0000}-\u{E0FFF}]/gu

export function withoutInvisible(text: string): string {
  return text.replaceAll(INVISIBLE, '')
}

/** A character by its number or name, as HTML and Markdown read it. */
const REFERENCE = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(period|colon|sol|commat));?/giu
const REFERRED: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({ period: '.', colon: ':', sol: '/', commat: '@' }),
)

/**
 * A text as it looks, not as it is written: in lower case, without accents and joiners, look-alikes as Latin letters.
 */
export function foldText(text: string): string {
  const plain = text
    .replaceAll(REFERENCE, (written, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return REFERRED.get(name.toLowerCase()) ?? written
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
      return code <= 0x10_ffff ? String.fromCodePoint(code).toWellFormed() : written
    })
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}|[\u200C\u200D]/gu, '')
  const looks = Array.from(plain, (letter) => LOOKALIKES.get(letter) ?? letter).join('')
  // Browsers too take the full stop of Chinese and Japanese between Latin letters for a dot.
  return looks.replaceAll(/(?<=[a-z0-9])。(?=[a-z0-9])/g, '.')
}

/** Only the letters and digits of a text as it looks. */
export function lettersOf(text: string): string {
  return foldText(text).replaceAll(/[^\p{L}\p{N}]/gu, '')
}
