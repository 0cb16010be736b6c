import type { SuggestedSignal } from '@leadlight/contract/projects'
import { text } from '@leadlight/contract/shapes'
import { INTENT_SIGNAL_CHARACTERS_MAX, INTENT_SIGNAL_CHARACTERS_MIN } from '@leadlight/domain/signals'
import { z } from 'zod'
import { isGrounded, isVerbatim } from '../../ai/grounded.ts'
import { cleanLine } from '../../ai/clean-line.ts'
import type { BusinessFacts } from './business/business-facts.ts'
import { isFitProposal } from './check-proposal.ts'
import { isSameSignal } from './signal-likeness.ts'
import { asMaterial, DATA_ORDERS } from './writing-brief.ts'

const PROPOSALS_MAX = 6
const WHY_CHARACTERS_MAX = 300
const QUOTE_CHARACTERS_MIN = 3
const QUOTE_CHARACTERS_MAX = 160
const WORDING = text(INTENT_SIGNAL_CHARACTERS_MIN, INTENT_SIGNAL_CHARACTERS_MAX)

const SIGNAL_ORDERS = [
  'You help somebody at a business to describe posts on public forums that are worth an answer by that business.',
  'Such a description is called a signal. It is one sentence of at most 30 words in the third person that says who is writing, what they do in the post, and about what, such as "Small business owners asking which accounting software to use".',
]

export const SIGNALS_SCHEMA = z.object({
  signals: z.array(z.object({ intent_signal: z.string(), why: z.string(), quote: z.string() })),
})

/** The prompt that asks a model for signals. */
export function askForSignals(material: string, existing: readonly string[]): { instructions: string; prompt: string } {
  const instructions = [
    ...SIGNAL_ORDERS,
    `Propose up to ${PROPOSALS_MAX} signals, each another moment before a purchase. Say in \`why\`, in one short sentence, what it is good for. In \`quote\` copy to the letter the few words of the material that it rests on. Name no company, product or place that the material does not name. The people are those who would buy: neither the customers of the business's customers, nor others who sell the same. Never offer the business itself for choice.`,
    DATA_ORDERS,
  ].join('\n')
  const known = existing.map((signal) => `- ${signal}`).join('\n')
  return {
    instructions,
    prompt: `${asMaterial(material)}\n\nSignals there are already, not to be repeated:\n${known || 'none'}`,
  }
}

/**
 * Those of a model's signals that rest on verbatim material, pass the checks of every proposal and say something new;
 * undefined if none does.
 */
export function usableSignals(
  { signals }: z.output<typeof SIGNALS_SCHEMA>,
  { material, existing, facts }: { material: string; existing: readonly string[]; facts: BusinessFacts },
): SuggestedSignal[] | undefined {
  const usable: SuggestedSignal[] = []
  for (const { intent_signal, why, quote } of signals) {
    const wording = wordingOf(intent_signal, material)
    const isQuoted = quote.trim().length >= QUOTE_CHARACTERS_MIN && quote.length <= QUOTE_CHARACTERS_MAX
    if (wording === undefined || !isFitProposal(wording, facts) || !isQuoted || !isVerbatim(quote, material)) continue
    if ([...existing, ...usable.map((one) => one.intent_signal)].some((other) => isSameSignal(other, wording))) continue
    const said = cleanLine(why, { from: material, max: WHY_CHARACTERS_MAX })
    const words = cleanLine(quote, { from: material, max: QUOTE_CHARACTERS_MAX })
    usable.push({ intent_signal: wording, why: `${said} It rests on your words “${words}”.`.trim() })
  }
  return usable.length === 0 ? undefined : usable.slice(0, PROPOSALS_MAX)
}

export const WORDING_SCHEMA = z.object({ intent_signal: z.string(), why: z.string() })

/** The prompt that asks a model for a sharper wording. */
export function askForWording(
  material: string,
  { signal, feedback }: { signal: string; feedback: string },
): { instructions: string; prompt: string } {
  const instructions = [
    ...SIGNAL_ORDERS,
    'Reword the signal so that it says all three, and follow the remark where there is one. Keep its meaning and the names in it. Add no company, product, place or number that neither the signal, the remark nor the material names. Say in `why`, in one or two short sentences, what you changed.',
    DATA_ORDERS,
  ].join('\n')
  const asked = [`Signal: ${JSON.stringify(signal)}`, feedback !== '' && `Remark: ${JSON.stringify(feedback)}`]
  return { instructions, prompt: [asMaterial(material), ...asked.filter((line) => line !== false)].join('\n\n') }
}

/** A model's wording if it makes nothing up; undefined otherwise. */
export function usableWording(
  { intent_signal, why }: z.output<typeof WORDING_SCHEMA>,
  material: string,
): SuggestedSignal | undefined {
  const wording = wordingOf(intent_signal, material)
  if (wording === undefined) return undefined
  return { intent_signal: wording, why: cleanLine(why, { from: material, max: WHY_CHARACTERS_MAX }) || 'Reworded.' }
}

function wordingOf(sentence: string, material: string): string | undefined {
  const line = cleanLine(sentence, { from: material, max: INTENT_SIGNAL_CHARACTERS_MAX }).replace(/[.\s]+$/u, '')
  const wording = WORDING.safeParse(line)
  return wording.success && isGrounded(wording.data, material) ? wording.data : undefined
}
