import type { ConditionState } from '@leadlight/domain/conditions'
import type { Reading } from '../judge/reading.ts'

/** A sentence of a post, as written but with plain apostrophes. Its offsets are those of the post's text. */
export interface Passage {
  words: string
  start: number
  end: number
  inTitle: boolean
}

/** What the post says of one condition, and where; `at` is undefined where nothing is said. */
export interface Finding {
  state: ConditionState
  at: Passage | undefined
}

export const NOT_SAID: Finding = { state: 'not_said', at: undefined }

/** The sentences of a reading, in their order. */
export function passagesOf({
  text,
  sentences,
}: Pick<Reading, 'text'> & {
  sentences: readonly { start: number; end: number; inTitle: boolean }[]
}): Passage[] {
  return sentences.map(({ start, end, inTitle }) => ({
    words: text.slice(start, end).replace(/[\u2018\u2019]/g, "'"),
    start,
    end,
    inTitle,
  }))
}
