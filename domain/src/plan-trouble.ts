import { detectLanguage } from './language.ts'
import type { PlanWords } from './signal-plans.ts'
import { INTENT_SIGNAL_CHARACTERS_MAX } from './signals.ts'

const OPERATOR = /(?:^|\s)(-\p{L}[^\s,.;]*|(?:site|inurl|intitle|filetype|lang|author|subreddit):[^\s,;]+)/iu
const LINK = /https?:\/\/\S+/gi
const EXAMPLE = 'Say who writes and what they ask for, such as "bakers asking which flour to buy".'

/**
 * Why a signal cannot be searched for by its plan, as a sentence for its author that says what to do; null where it
 * can. The one place that decides: the editor shows it, and a search is refused with it.
 */
export function planTrouble(sentence: string, plan: Pick<PlanWords, 'who' | 'topics'>): string | null {
  const said = sentence.trim()
  if (said.length > INTENT_SIGNAL_CHARACTERS_MAX) {
    return `A signal has at most ${INTENT_SIGNAL_CHARACTERS_MAX} characters, and this has ${said.length}. Keep one wish in it, and make signals of the others.`
  }
  const text = said.replace(LINK, ' ').trim()
  if (text === '' && said !== '') return `A link alone does not tell what people ask. ${EXAMPLE}`
  if (!/\p{L}/u.test(text)) return `There are no words here to look for. ${EXAMPLE}`
  const [, operator] = OPERATOR.exec(said) ?? []
  if (operator !== undefined) {
    return `"${operator}" is a search operator, which a signal has no use for. Say it in words; what you do not want goes under "Not interested in".`
  }
  if (detectLanguage(text) === 'other') {
    return 'This seems to be in another language. The built-in model reads English only: write the signal in English.'
  }
  if (text.split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(word)).length < 2 && text === said) {
    return `One word does not tell who wants what. ${EXAMPLE}`
  }
  if (plan.topics.length === 0) {
    return plan.who === ''
      ? `These words do not tell what it is about. ${EXAMPLE}`
      : `This tells who writes, but not what about. ${EXAMPLE}`
  }
  return null
}
