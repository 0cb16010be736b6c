import { foundName } from '@leadlight/domain/watched-names/parse-names'
import { AtSign } from 'lucide-react'
import { Chip } from '../../ui/chip.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Score, type ScoreLevel } from '../../ui/score.tsx'

interface FitProps {
  score: number | null
  level: ScoreLevel | null
  /** The signals behind it; of those that watch names, one is named where there is no score. */
  signals: readonly { kind?: 'intent' | 'name'; intent_signal: string }[]
  /** What shows which of the names the post has. */
  evidence: readonly { label: string }[]
  className?: string
}

/** How well a post fits: its score or, where only watched names match, the name that was found. */
export function Fit({ score, level, signals, evidence, className }: FitProps) {
  if (score !== null && level !== null)
    return <Score score={score} level={level} {...(className ? { className } : {})} />
  const named = signals.find(({ kind }) => kind === 'name') ?? signals[0]
  const name = named ? foundName(named.intent_signal, evidence) : 'A name'
  return (
    <Chip tone="info" className={classNames('min-w-0 max-w-44', className)}>
      <AtSign aria-hidden="true" className="size-3 shrink-0" />
      <span className="sr-only">Names </span>
      <span className="truncate" title={name}>
        {name}
      </span>
    </Chip>
  )
}
