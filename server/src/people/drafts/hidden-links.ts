import { foldText } from './fold-text.ts'

/** As long as a part of a host may be. */
const LABEL = String.raw`[\p{L}\p{N}\p{So}](?:[\p{L}\p{N}\p{So}_-]{0,61}[\p{L}\p{N}\p{So}])?`
/**
 * A scheme and more; a mail address; a host of two or more parts and what follows it; numbers with a port or path. Each
 * part is bounded in length: words are hostile.
 */
const LINK = new RegExp(
  [
    String.raw`[a-z][a-z0-9+.-]{0,30}:/{1,}\S*`,
    String.raw`(?:mailto|javascript|vbscript|tel|sms|callto|sip|xmpp|skype|facetime|tg|bitcoin|blob|file|magnet):\S+`,
    String.raw`data:[a-z]*[/,;]\S*`,
    String.raw`www\.\S+`,
    String.raw`[\p{L}\p{N}._%+-]{1,64}@${LABEL}(?:\.${LABEL})*`,
    String.raw`${LABEL}(?:\.${LABEL}){0,8}\.(?:xn--[a-z0-9-]+|\p{L}{2,24})(?![\p{L}\p{N}@])(?:[:/?#]\S+)?`,
    String.raw`\d{1,3}(?:\.\d{1,3}){3}[:/]\S*`,
  ].join('|'),
  'giu',
)
/** `evil[.]com`, `evil(dot)com` and the like, in one word. */
const BRACKETED_DOT = /(?<![[({<])[[({<]+(?:\.|dot|punkt|point|punto)[\])}>]+/giu
/** `evil**.**com`, `evil\.com`: what Markdown shows as `evil.com`. */
const MARKED_DOT = /(?<=[\p{L}\p{N}])(?:[*_~`'"\\^|]+\.[*_~`'"\\^|]*|\.[*_~`'"\\^|]+)(?=[\p{L}\p{N}])/gu
/** A dot, or the word for it, alone between two parts of a host. */
const LONE_DOT = /^[[({<"'*_-]*(?:\.|dot)[\])}>"'*_-]*$/iu
const STARTS_LIKE_A_HOST = /^[[({<"'*_-]*[\p{L}\p{N}]/u
/** `.com` alone, or `com` right after the sentence before it. */
const LONE_ENDING = /^[[({<"'*_-]*\.(\p{L}{2,24})(?![\p{L}\p{N}_-])/u
const ENDINGS = new Set('com net org info biz io ai co app dev xyz top site online example test'.split(' '))
/** Endings of files and of programmers' words; no host ends like this. */
const FILES = new Set(
  'js jsx ts tsx mjs cjs css scss html htm json yml yaml toml xml txt csv tsv sql php java cpp dll exe pdf png jpg jpeg gif svg env ini cfg conf log lock ipynb docx xlsx pptx'.split(
    ' ',
  ),
)
const NAMES = new Set(['asp.net', 'ado.net', 'vb.net', '.net'])
/** Longer than words are; nobody can read it. */
const WORD_CHARACTERS_MAX = 60
const ENCODED = /^[A-Za-z0-9+/=_-]{16,}$/u

/** The links of a text, each without the parts that make no difference to where it leads. */
export function linksIn(text: string): string[] {
  return text.split(/\s+/u).flatMap((word) => [...foldText(word).matchAll(LINK)].map(([link]) => bareLink(link)))
}

/** What remains of a word without its links that are not allowed. */
export function withoutLinks(word: string, allowed: ReadonlySet<string>): string {
  const folded = foldText(word).replaceAll(BRACKETED_DOT, '.').replaceAll(MARKED_DOT, '.')
  if (isUnreadable(folded, word)) return isAllowed(word, allowed) ? word : ''
  const foreign = [...folded.matchAll(LINK)].map(([link]) => link).filter((link) => !isAllowed(link, allowed))
  if (foreign.length === 0) return word
  // A disguised word does not show which of its letters belong to the link.
  if (folded !== word.toLowerCase()) return ''
  return word.replaceAll(LINK, (link) => (isAllowed(link, allowed) ? link : ''))
}

/** Whether the word is a dot between the parts of a host that is spread over several words. */
export function isLoneDot(word: string): boolean {
  return LONE_DOT.test(foldText(word))
}

/** Whether `word` continues a host whose dot is before it, or ends the one that `before` began. */
export function continuesHost(word: string, before: { word: string; isDot: boolean }): boolean {
  const folded = foldText(word)
  if (before.isDot) return STARTS_LIKE_A_HOST.test(folded)
  const ending = LONE_ENDING.exec(folded)?.[1]
  if (ending !== undefined) return !FILES.has(ending) && !NAMES.has(`.${ending}`)
  return before.word.endsWith('.') && ENDINGS.has(/^[a-z]+(?=$|[/:?#).,!;])/u.exec(word)?.[0] ?? '')
}

function isAllowed(link: string, allowed: ReadonlySet<string>): boolean {
  const bare = bareLink(foldText(link))
  if (allowed.has(bare)) return true
  if (NAMES.has(bare)) return true
  const ending = /^[\p{L}\p{N}_-]+\.(\p{L}+)$/u.exec(bare)?.[1]
  return ending !== undefined && FILES.has(ending)
}

/** Base64 and the like: too long for a word of Latin letters, or plain text encoded. */
function isUnreadable(folded: string, word: string): boolean {
  if (folded.length > WORD_CHARACTERS_MAX && /^[!-~]+$/u.test(folded)) return true
  return ENCODED.test(word) && /^[\t\n\r\x20-\x7e]{8,}$/u.test(Buffer.from(word, 'base64').toString('latin1'))
}

function bareLink(link: string): string {
  return link
    .toLowerCase()
    .replace(/^(?:https?:\/\/|mailto:)/u, '')
    .replace(/^www\./u, '')
    .replace(/(?<![).,;:!?'"»”\]])[).,;:!?'"»”\]]+$/u, '')
    .replace(/\/$/u, '')
}
