import type { Act } from './acts.ts'

/** Bounds of what a user may add to a signal's sentence; the contract enforces them. */
export const NOT_INTERESTED_CHARACTERS_MAX = 500
export const PLAN_PHRASE_CHARACTERS_MAX = 80
/** Added or removed phrases of one kind. */
export const PLAN_EDITS_MAX = 20
/** The most searches in a plan. A search begins with them and adds others; monitoring asks its own two. */
export const PLAN_SEARCHES_MAX = 8

/** The reading of a signal, in words that a user can read and change. */
export interface PlanWords {
  /** The people it speaks of; empty if anyone will do. */
  who: string
  /** What they do in a post, the most wanted first. */
  acts: Act[]
  /** The topic: groups of names for one thing each. A post about any of them fits; one about more fits better. */
  topics: string[][]
  qualifiers: string[]
  /** Words that keep a post out. */
  exclusions: string[]
  /** What a search begins with at platforms' own searches, the most telling first. */
  searches: string[]
}

export interface ListEdits<Item extends string = string> {
  added: Item[]
  removed: Item[]
}

/** An added phrase of the topic: as a second name beside another, or on its own. */
export interface AddedTopic {
  phrase: string
  beside: string | null
}

/**
 * A user's edits of a plan, kept as edits and not as their result. Each new sentence is read afresh: what was added
 * stays, what was removed stays away, and the rest follows the sentence.
 */
export interface PlanEdits {
  /** Null to keep what is read. */
  who: string | null
  acts: ListEdits<Act>
  topics: { added: AddedTopic[]; removed: string[] }
  qualifiers: ListEdits
  exclusions: ListEdits
  searches: ListEdits
}

export const NO_PLAN_EDITS: PlanEdits = {
  who: null,
  acts: { added: [], removed: [] },
  topics: { added: [], removed: [] },
  qualifiers: { added: [], removed: [] },
  exclusions: { added: [], removed: [] },
  searches: { added: [], removed: [] },
}

/** The kinds of phrases that are plain lists. */
export type PlanList = 'acts' | 'qualifiers' | 'exclusions' | 'searches'

export function isPlanEdited(edits: PlanEdits): boolean {
  const lists = [edits.acts, edits.topics, edits.qualifiers, edits.exclusions, edits.searches]
  return edits.who !== null || lists.some(({ added, removed }) => added.length + removed.length > 0)
}

/** The plan as read, with the user's edits applied. Case makes no difference. */
export function applyPlanEdits(read: PlanWords, edits: PlanEdits): PlanWords {
  return {
    who: edits.who ?? read.who,
    acts: withEdits(read.acts, edits.acts),
    topics: withTopicEdits(read.topics, edits.topics),
    qualifiers: withEdits(read.qualifiers, edits.qualifiers),
    exclusions: withEdits(read.exclusions, edits.exclusions),
    // A user's own are always asked, so they come first.
    searches: [...edits.searches.added, ...without(read.searches, edits.searches)].slice(0, PLAN_SEARCHES_MAX),
  }
}

function withEdits<Item extends string>(read: readonly Item[], edits: ListEdits<Item>): Item[] {
  return [...without(read, edits), ...edits.added]
}

function without<Item extends string>(read: readonly Item[], { added, removed }: ListEdits<Item>): Item[] {
  return read.filter((item) => !has(removed, item) && !has(added, item))
}

function withTopicEdits(read: readonly string[][], { added, removed }: PlanEdits['topics']): string[][] {
  const groups = read.map((group) => ({ phrases: group.filter((phrase) => !has(removed, phrase)), read: group }))
  for (const { phrase, beside } of added) {
    if (groups.some((group) => has(group.phrases, phrase))) continue
    const group = groups.find((one) => beside !== null && (has(one.read, beside) || has(one.phrases, beside)))
    if (group) group.phrases.push(phrase)
    // The phrase beside it is no longer in the sentence, so it stands by itself.
    else groups.push({ phrases: [phrase], read: [] })
  }
  return groups.map(({ phrases }) => phrases).filter((phrases) => phrases.length > 0)
}

/** Adds what was typed or chosen to a list. A removed item is merely no longer removed. */
export function addToPlan(
  edits: PlanEdits,
  list: PlanList,
  { item, read }: { item: string; read: PlanWords },
): PlanEdits {
  const { added, removed } = edits[list] as ListEdits
  const change = {
    added: has(read[list], item) || has(added, item) ? added : [...added, item],
    removed: removed.filter((other) => !isSame(other, item)),
  }
  return { ...edits, [list]: change }
}

/** Removes from a list what was added or read. */
export function removeFromPlan(edits: PlanEdits, list: PlanList, item: string): PlanEdits {
  return { ...edits, [list]: removed(edits[list], item) }
}

/** Adds a phrase to the topic, as a second name beside another or on its own. */
export function addTopicToPlan(edits: PlanEdits, { phrase, beside }: AddedTopic): PlanEdits {
  const { added, removed: gone } = edits.topics
  if (has(gone, phrase)) return { ...edits, topics: { added, removed: gone.filter((one) => !isSame(one, phrase)) } }
  if (added.some((one) => isSame(one.phrase, phrase))) return edits
  return { ...edits, topics: { added: [...added, { phrase, beside }], removed: gone } }
}

export function removeTopicFromPlan(edits: PlanEdits, phrase: string): PlanEdits {
  const { added, removed: gone } = edits.topics
  const left = added.filter((one) => !isSame(one.phrase, phrase))
  return { ...edits, topics: { added: left, removed: left.length < added.length ? gone : [...gone, phrase] } }
}

function removed({ added, removed: gone }: ListEdits, item: string): ListEdits {
  const left = added.filter((other) => !isSame(other, item))
  return { added: left, removed: left.length < added.length ? gone : [...gone, item] }
}

function has(items: readonly string[], item: string): boolean {
  return items.some((other) => isSame(other, item))
}

/** Whether two phrases of a plan are the same. */
export function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}
