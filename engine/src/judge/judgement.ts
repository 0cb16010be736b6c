import type { Condition } from '@leadlight/domain/conditions'
import type { Stance } from '@leadlight/domain/watched-names/stances'

/** A post as the judge reads it. `text` may be empty; a post without a title has `null`. */
export interface JudgedPostInput {
  title: string | null
  text: string
  platform: string
  kind: string
  url?: string
  community?: string | null
}

/** Words of the post that speak for or against the match, as UTF-16 offsets into `postText(post)`. */
export interface Evidence {
  start: number
  end: number
  kind: 'for' | 'against'
  label: string
}

export type JudgementLevel = 'strong' | 'likely' | 'possible' | 'unsure'

/** How well one post fits one plan. `score` is a calibrated probability in [0, 1]; `keep` means it becomes a lead. */
export interface Judgement {
  score: number
  keep: boolean
  level: JudgementLevel
  reason: string
  evidence: Evidence[]
  /** What the signal asks for, part by part; empty where the post is too far off to be worth it, and nobody asked. */
  conditions: Condition[]
  /** Whether it has excluded words, plainly says what is not wanted, or fails a limit. */
  isUnwanted?: boolean
  /** What the author does with the names; absent where no names are watched, or where they are not there. */
  stance?: Stance
  features: Record<string, number>
  modelVersion: string
}
