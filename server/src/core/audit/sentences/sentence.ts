import type { Part, Telling } from '../telling.ts'

/** What somebody did, to stand after their name, without a full stop: "set 3 leads to Answered". */
export type Sentence = string | ((telling: Telling) => Part[])

export type Sentences = Readonly<Record<string, Sentence>>
