import type { IntentSignal, Monitoring } from '@leadlight/contract/signals'
import { formatCount, formatNumber } from '../../lib/format.ts'
import { useJudgingPrice } from '../../lib/judging-price.ts'
import { Chip } from '../../ui/chip.tsx'
import type { Tone } from '../../ui/chip.tsx'
import { Progress } from '../../ui/progress.tsx'

const STATES: Readonly<Record<Monitoring['state'], { word: string; tone: Tone }>> = {
  off: { word: 'Off', tone: 'neutral' },
  listening: { word: 'Listening', tone: 'good' },
  paused: { word: 'Paused', tone: 'accent' },
}

/** The state of a signal's monitoring in a word. */
export function MonitoringWord({ state }: Pick<Monitoring, 'state'>) {
  const { word, tone } = STATES[state]
  return <Chip tone={tone}>{word}</Chip>
}

/** The same with a sentence. */
export function MonitoringState({
  monitoring,
  kind = 'intent',
}: {
  monitoring: Monitoring
  kind?: IntentSignal['kind']
}) {
  return (
    <output className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
      <MonitoringWord state={monitoring.state} />
      <span className="min-w-0 text-s wrap-anywhere text-ink-2">{sentenceOf(monitoring, kind)}</span>
    </output>
  )
}

function sentenceOf({ state, waiting, note }: Monitoring, kind: IntentSignal['kind']): string {
  if (state === 'off') return 'Only searches look for posts.'
  if (note !== null) return note
  if (kind === 'name') return 'New posts that have the names become leads as they come.'
  if (waiting > 0) return `New posts are judged as they come; ${formatCount(waiting, 'post waits', 'posts wait')}.`
  return 'New posts are judged as they come.'
}

/** What monitoring has cost this month, out of its budget; nothing where judging is free and cost nothing. */
export function MonitoringSpending({ monitoring }: { monitoring: Monitoring }) {
  const isFree = useJudgingPrice()?.most === 0
  const { enabled, monthly_credit_budget: budget, spent_this_month: spent } = monitoring
  if (budget === null || (spent === 0 && (isFree || !enabled))) return null
  const text = `${formatNumber(spent)} of ${formatCount(budget, 'credit')}`
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {budget > 0 && (
        <div className="w-36">
          <Progress
            label="Spent this month by monitoring"
            value={spent}
            max={budget}
            valueText={text}
            className={monitoring.state === 'paused' ? '[--bar-color:var(--accent)]' : ''}
          />
        </div>
      )}
      <span className="num text-s text-ink-2">{text} spent this month by monitoring</span>
    </div>
  )
}
