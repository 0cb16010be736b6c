/** A signal taken apart: whom it is about and what they do, as written. */
export interface SignalParts {
  who: string
  rest: string
}

const TURN =
  /^(?:who|whose|that|with|without|in|at|under|behind|frustrated|unhappy|disappointed|angry|annoyed|overwhelmed|stranded|dissatisfied|confused|worried|curious|interested|stuck|tired|fed|unable|ready|willing|hit|ask|asks|asked|seek|seeks|need|needs|want|wants|report|reports|complain|complains|struggle|struggles|look|looks|lose|hate|dislike)$/
const NOUNS_IN_ING =
  /^(?:marketing|engineering|accounting|programming|bookkeeping|hosting|manufacturing|consulting|recruiting|building|wedding|clothing|training|gaming|nursing|trading|banking|housing|publishing|advertising|existing|growing|aspiring|working|learning|shipping|catering|cleaning|plumbing|roofing|painting|coding|writing|fundraising|purchasing|pricing|streaming|teaching|living|staffing|outgoing|parenting|machining|farming|fishing|cycling|running|landscaping)$/
/** Kept between telling words, for readability. */
const JOINS = /^(?:and|or|of)$/
const GENERIC =
  /^(?:people|users?|anyone|someone|those|folks|persons?|individuals?|posts?|authors?|everyone|members?|others|the|a|an|any|some|or|and|of|new|their|potential|prospective|customers?)$/

/** Finds where the description of people ends and what they do begins. Without people, `who` is empty. */
export function splitSignal(signal: string): SignalParts {
  const words = signal.trim().split(/\s+/)
  const turn = words.findIndex((word) => isTurn(word.toLowerCase().replace(/[^a-z']/g, '')))
  if (turn <= 0 || turn > 7) return { who: '', rest: words.join(' ') }
  return {
    who: words
      .slice(0, turn)
      .join(' ')
      .replace(/[,;:]$/, ''),
    rest: words.slice(turn).join(' '),
  }
}

/** The words of `who` that distinguish these people: `Small business owners` keeps all, `People` none. */
export function distinguishingWords(who: string): string {
  const words = who.split(' ')
  const isTelling = (word = 'a'): boolean => !GENERIC.test(word.toLowerCase())
  return words
    .filter((word, at) => isTelling(word) || (JOINS.test(word) && isTelling(words[at - 1]) && isTelling(words[at + 1])))
    .join(' ')
}

function isTurn(word: string): boolean {
  return TURN.test(word) || (word.length > 5 && word.endsWith('ing') && !NOUNS_IN_ING.test(word))
}
