import { isJobOffer } from './job-offer.ts'
import { NOT_SAID, type Finding, type Passage } from './passage.ts'

/** Where the work of a job is done. */
export interface WorkplaceLimit {
  kind: 'workplace'
  text: string
  asked: 'remote' | 'onsite'
}

const ASKED: readonly ['remote' | 'onsite', RegExp][] = [
  ['onsite', /\bon[ -]?site\b|\bin (?:the|their|our) office\b/i],
  ['remote', /\b(?:work(?:ing)? )?(?:fully |entirely )?remote(?:ly)?\b|\bfrom home\b/i],
]
const SAID = {
  onsite: /\bon[ -]?site\b|\bin[ -]office\b|\bno remote\b|\bnot remote\b|\bon location\b/i,
  remote: /(?<!no |not )\bremote(?:ly)?\b(?! ?(?:work )?(?:is )?not)|\bwork from home\b/i,
}

/** An office and remote work go together, so only plain words rule one out. */
const RULES_OUT = {
  onsite: /\b(?:fully|100 ?%|all|only|completely|entirely)[ -]remote\b|\bremote[ -](?:only|first)\b/i,
  remote: SAID.onsite,
}

/** Only of signals about work: a bug can be remote too. */
export function readWorkplaceLimit(signal: string): WorkplaceLimit | undefined {
  if (!/\bhir(?:e|ing)\b|\bjobs?\b|\bwork(?:ing)?\b/i.test(signal)) return undefined
  for (const [asked, pattern] of ASKED) {
    const match = pattern.exec(signal)
    if (match !== null) return { kind: 'workplace', text: match[0], asked }
  }
  return undefined
}

/** Of a job offer, whether the work is where the signal wants it. One that allows both meets either. */
export function checkWorkplace(limit: WorkplaceLimit, passages: readonly Passage[]): Finding {
  if (!isJobOffer(passages)) return NOT_SAID
  const wanted = passages.find(({ words }) => SAID[limit.asked].test(words))
  if (wanted !== undefined) return { state: 'met', at: wanted }
  const other = passages.find(({ words }) => RULES_OUT[limit.asked].test(words))
  return other === undefined ? NOT_SAID : { state: 'not_met', at: other }
}
