import { ACTS } from '@leadlight/domain/acts'
import {
  NO_PLAN_EDITS,
  NOT_INTERESTED_CHARACTERS_MAX,
  PLAN_EDITS_MAX,
  PLAN_PHRASE_CHARACTERS_MAX,
  PLAN_SEARCHES_MAX,
} from '@leadlight/domain/signal-plans'
import { INTENT_SIGNAL_CHARACTERS_MAX, INTENT_SIGNAL_CHARACTERS_MIN } from '@leadlight/domain/signals'
import { z } from 'zod'
import { name, text } from './shapes.ts'

const phrase = name(PLAN_PHRASE_CHARACTERS_MAX)
const act = z.enum(ACTS)

function many<Item extends z.ZodType>(item: Item, max = PLAN_EDITS_MAX) {
  return z.array(item).max(max, `Must be at most ${max}`)
}

function edits<Item extends z.ZodType>(item: Item, addedMax = PLAN_EDITS_MAX) {
  return z.strictObject({ added: many(item, addedMax), removed: many(item) })
}

/** The reading of a signal in words, in the same form whether the built-in reader or a configured model made it. */
export const PlanWords = z.object({
  /** The people it speaks of; empty if anyone will do. */
  who: z.string(),
  /** What they do in a post, the most wanted first. */
  acts: z.array(act),
  /** The topic: a post needs any one phrase of each group. */
  topics: z.array(z.array(z.string())),
  qualifiers: z.array(z.string()),
  /** Words that keep a post out. */
  exclusions: z.array(z.string()),
  /** The queries to platforms, the most important first. */
  searches: z.array(z.string()),
})
export type PlanWords = z.infer<typeof PlanWords>

/** A user's edits of a plan. They stay when the sentence changes; parts left out are as they are read. */
export const PlanEdits = z.strictObject({
  who: name(PLAN_PHRASE_CHARACTERS_MAX, 0).nullable().default(NO_PLAN_EDITS.who),
  acts: edits(act).default(NO_PLAN_EDITS.acts),
  topics: z
    .strictObject({ added: many(z.strictObject({ phrase, beside: phrase.nullable() })), removed: many(phrase) })
    .default(NO_PLAN_EDITS.topics),
  qualifiers: edits(phrase).default(NO_PLAN_EDITS.qualifiers),
  exclusions: edits(phrase).default(NO_PLAN_EDITS.exclusions),
  searches: edits(phrase, PLAN_SEARCHES_MAX).default(NO_PLAN_EDITS.searches),
})
export type PlanEdits = z.infer<typeof PlanEdits>

/** What is not wanted, in plain language. */
export const notInterested = text(0, NOT_INTERESTED_CHARACTERS_MAX)

export const intentSignal = text(INTENT_SIGNAL_CHARACTERS_MIN, INTENT_SIGNAL_CHARACTERS_MAX)

/** What an unsaved signal is read from. Parts may be left out. */
export const brief = {
  intent_signal: intentSignal,
  not_interested: notInterested.default(''),
  plan_edits: PlanEdits.optional(),
}
