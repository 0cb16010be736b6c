import type { Tone } from './chip.tsx'
import { Chip } from './chip.tsx'

export type ScoreLevel = 'strong' | 'likely' | 'possible' | 'unsure'

const LOOKS: Record<ScoreLevel, { word: string; tone: Tone }> = {
  strong: { word: 'Strong', tone: 'good' },
  likely: { word: 'Likely', tone: 'accent' },
  possible: { word: 'Possible', tone: 'neutral' },
  unsure: { word: 'Unsure', tone: 'neutral' },
}

/** A score from 0 to 100 with its word, so colour is never the only sign. */
export function Score({ score, level, className }: { score: number; level: ScoreLevel; className?: string }) {
  const { word, tone } = LOOKS[level]
  return (
    <Chip tone={tone} {...(className ? { className } : {})}>
      <b className="num font-semibold">{score}</b>
      {word}
    </Chip>
  )
}

interface KeptFromProps {
  score: number
  /** The score from which posts are kept. */
  keptFrom: number
  className?: string
}

/** The score of a post that was not kept, with the one it needed: "14, needs 22". */
export function KeptFrom({ score, keptFrom, className }: KeptFromProps) {
  return (
    <Chip tone="neutral" {...(className ? { className } : {})}>
      <span>
        <b className="num font-semibold">{score}</b>, needs <span className="num">{keptFrom}</span>
      </span>
    </Chip>
  )
}
