import type { Filter, Filters } from '@leadlight/domain/filters'

/** What a list of choices is called, one and several. */
export interface ChoiceWords {
  one: string
  noun: string
}

/** What a box says, and what is said of the list once it is ticked. */
export interface BoxWords {
  box: string
  set: string
}

/** What the web has to know of a filter of each kind to show it. */
export interface Words {
  statuses: ChoiceWords
  ids: ChoiceWords
  texts: ChoiceWords
  rows: ChoiceWords
  choices: { title: string; choices: Readonly<Record<string, BoxWords>> }
  flag: { yes: BoxWords; no: BoxWords }
  only: BoxWords
  /** The name of its field, or of its group of fields. */
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

/** A list's filters and the words for them. */
export interface FilterList<Of extends Filters> {
  filters: Of
  words: FilterWords<Of>
}
