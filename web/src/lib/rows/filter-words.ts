import type { Filter, Filters } from '@leadlight/domain/filters'

/** The noun for a list of choices, singular and plural. */
export interface ChoiceWords {
  one: string
  noun: string
}

/** A box's label, and the words for its active filter. */
export interface BoxWords {
  box: string
  set: string
}

/** What the UI needs to know of a filter of each kind. */
export interface Words {
  statuses: ChoiceWords
  ids: ChoiceWords
  texts: ChoiceWords
  rows: ChoiceWords
  choices: { title: string; choices: Readonly<Record<string, BoxWords>> }
  flag: { yes: BoxWords; no: BoxWords }
  only: BoxWords
  /** The label of the field or group. */
  text: string
  from: string
  to: string
  condition: string
  columns: string
}

type WordsOf<Of extends Filter> = Of extends { choices: readonly (infer Choice extends string)[] }
  ? { title: string; choices: Readonly<Record<Choice, BoxWords>> }
  : Words[Of['kind']]

/** The words for every filter of a list, by name. */
export type FilterWords<Of extends Filters> = { readonly [Name in keyof Of]: WordsOf<Of[Name]> }

/** A list's filters and their words. */
export interface FilterList<Of extends Filters> {
  filters: Of
  words: FilterWords<Of>
}
