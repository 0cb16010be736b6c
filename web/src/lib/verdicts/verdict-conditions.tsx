import type { Condition } from '@leadlight/contract/evidence'
import { CircleCheck, CircleHelp, CircleX } from 'lucide-react'

const KINDS: Readonly<Record<Condition['kind'], string>> = {
  who: 'Person',
  act: 'What they do',
  topic: 'Subject',
  limit: 'Limit',
}

const STATES = {
  met: { Icon: CircleCheck, look: 'text-good' },
  not_met: { Icon: CircleX, look: 'text-bad' },
  not_said: { Icon: CircleHelp, look: 'text-ink-3' },
} as const

/** What is left unsaid, as the reason above puts it: it may call an act probable, and find some words of a subject. */
const UNSAID: Readonly<Record<Condition['kind'], string>> = {
  who: 'not said',
  act: 'not said plainly',
  topic: 'not named',
  limit: 'not said',
}

interface VerdictConditionsProps {
  conditions: readonly Condition[]
  /** The post's text: what fails is shown with the sentence that says so. */
  text: string
}

/**
 * What the signal asks for, part by part, and whether the post meets it: first what it does not, as that qualifies the
 * reason above. Nothing for leads found before this was said.
 */
export function VerdictConditions({ conditions, text }: VerdictConditionsProps) {
  if (conditions.length === 0) return null
  const failed = conditions.filter(({ state }) => state === 'not_met')
  return (
    <ul aria-label="Conditions of the signal" className="grid gap-1 text-s text-ink-2">
      {[...failed, ...conditions.filter((one) => !failed.includes(one))].map((condition, index) => (
        <ConditionItem key={`${condition.kind}-${index}`} condition={condition} text={text} />
      ))}
    </ul>
  )
}

function ConditionItem({ condition, text }: { condition: Condition; text: string }) {
  const { state, at } = condition
  const { Icon, look } = STATES[state]
  const asked = sayCondition(condition)
  return (
    <li className="flex items-start gap-2">
      <Icon aria-hidden="true" className={`mt-0.75 size-3.5 shrink-0 ${look}`} />
      <span className="min-w-0 wrap-anywhere">
        {state === 'not_met' ? (
          <>
            <span className="font-medium text-bad">But not met</span> — {asked}
          </>
        ) : (
          <>
            {asked} — <span className="font-medium text-ink">{state === 'met' ? 'met' : UNSAID[condition.kind]}</span>
          </>
        )}
        {state === 'not_met' && at && (
          <q className="mt-0.5 line-clamp-2 block text-ink-3">{text.slice(at.start, at.end)}</q>
        )}
      </span>
    </li>
  )
}

/** The condition in words: "Limit: under 50 dollars". */
export function sayCondition({ kind, text }: Pick<Condition, 'kind' | 'text'>): string {
  return `${KINDS[kind]}: ${text}`
}
