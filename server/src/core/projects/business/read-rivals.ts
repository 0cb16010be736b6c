import { postsHolding } from '@leadlight/engine/language/word-statistics'
import { stem } from '@leadlight/engine/language/words'
import type { Sentence } from './read-sentences.ts'

const RIVALS_MAX = 4
const COMMON_POSTS = 40
const WORD = String.raw`(?:\p{Lu}[\p{L}\p{N}&'’+-]*(?:\.\p{L}+)?|\p{Ll}+\d+\p{Ll}*|\p{Ll}+\p{Lu}\p{L}*|\p{Ll}+\.(?:com|io|ai|org))`
const NAME = String.raw`${WORD}(?: ${WORD}){0,2}`
const NAMES = String.raw`(${NAME}(?:(?:, (?:and |or )?| and | or | & |/)(?:the )?${NAME})*)`
const ALWAYS = String.raw`[Aa]lternatives? (?:to|for)|[Uu]nlike|[Rr]eplacements? for|[Bb]etter than|[Cc]heaper than|(?:[Hh]alf|[Aa] fraction of) the (?:price|cost) of|[Hh]ates?|[Ss]impler than|[Ff]aster than|[Ee]asier than|[Cc]ompared (?:to|with)|[Cc]ompar\w+ us (?:to|with)|[Vv]s\.?|[Vv]ersus|[Cc]ompetes? with|[Cc]ompetitors (?:are|include|such as|like)|[Rr]ivals (?:are|include|such as|like)|(?:[Tt]iny|[Ss]mall|[Ll]ittle) next to|[Bb]urned by|[Bb]urnt by`
/** Of people or houses these speak of places: "moving from London". */
const OF_PRODUCTS = String.raw`[Ss]witch\w*(?: over)? from|[Mm]ov(?:e|es|ed|ing)(?: over| across| away| to us| here)* (?:from|off)|[Mm]igrat\w+(?: over)? from|[Cc]om(?:e|es|ing)(?: to us| over)? from|[Rr]eplac(?:e|es|ed|ing)|[Ii]nstead of|[Rr]ather than|(?:have|has|who|just) left|leav(?:e|es|ing)|[Dd]itch\w*|[Oo]utgr[oe]w\w*|[Tt]ired of|[Ff]ed up with|[Ff]rustrated (?:with|by)`
const NO_NAME =
  /^(?:The|A|An|Our|Your|We|I|It|They|You|This|That|These|Those|All|Any|Every|Other|Others|Most|Some|Big|Traditional|Expensive|Old|Legacy|Paper|Manual|Email|UK|US|EU|USA|Europe|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|January|February|March|April|May|June|July|August|September|October|November|December|Christmas)$/u

/** The products and firms that a business says it is compared with, as it spells them. */
export function readRivals(sentences: readonly Sentence[], name: string | null, isProduct: boolean): string[] {
  const after = new RegExp(String.raw`\b(?:${isProduct ? `${ALWAYS}|${OF_PRODUCTS}` : ALWAYS}) (?:the )?${NAMES}`, 'gu')
  const before = new RegExp(
    String.raw`(${NAME}) (?:[Aa]lternatives?\b|(?:[Vv]s\.?|[Vv]ersus) ${escaped(name ?? '\u0000')})`,
    'gu',
  )
  const dismissed = new RegExp(
    String.raw`${NAMES} (?:feels?|felt|is|are|was|were|seems?) (?:like )?(?:too|overkill)\b`,
    'gu',
  )
  const likened = new RegExp(String.raw`\b(?:[Tt]hink|[Ll]ike) ${NAMES},? but\b`, 'gu')
  const found = sentences.flatMap(({ text }) => {
    const names = [after, before, dismissed, likened]
      .flatMap((pattern) => [...text.matchAll(pattern)])
      .flatMap(([, list = '']) => namesOf(list))
    return isDressed(text) ? names.filter((each) => !isCommon(each)) : names
  })
  const own = name?.toLowerCase()
  const others = found.filter((each) => each.toLowerCase() !== own && !NO_NAME.test(each.split(' ')[0] ?? ''))
  return [...new Map(others.map((each) => [each.toLowerCase(), each])).values()].slice(0, RIVALS_MAX)
}

function namesOf(list: string): string[] {
  return list
    .split(/, (?:and |or )?| and | or | & |\//u)
    .map((each) =>
      each
        .replace(/^the /u, '')
        .replace(/['’]s$|[.’']$/u, '')
        .trim(),
    )
    .filter((each) => each.length > 1)
}

/** Whether nearly every word has a capital, so that a capital shows no name. */
function isDressed(text: string): boolean {
  const words = text.match(/\p{L}[\p{L}'’-]*/gu) ?? []
  return words.length >= 3 && words.filter((word) => /^\p{Lu}/u.test(word)).length / words.length >= 0.7
}

function isCommon(name: string): boolean {
  return name.split(' ').every((word) => postsHolding(stem(word.toLowerCase())) >= COMMON_POSTS)
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/gu, '\\$&')
}
