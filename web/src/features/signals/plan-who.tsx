import { PLAN_PHRASE_CHARACTERS_MAX } from '@leadlight/domain/signal-plans'
import { useState } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { PILL_CONTROL, PlanRow } from './plan-parts.tsx'

interface PlanWhoProps {
  who: string
  /** As it is read from the sentence. */
  read: string
  disabled: boolean
  /** Null where it is to be as it is read. */
  onWho: (who: string | null) => void
}

/** The people a signal speaks of, in one line. Counts once it is left or confirmed with Enter. */
export function PlanWho({ who, read, disabled, onWho }: PlanWhoProps) {
  const [typed, setTyped] = useState(who)
  function commit() {
    const next = typed.replaceAll(/\s+/gu, ' ').trim()
    if (next !== who) onWho(next === read ? null : next)
  }
  return (
    <PlanRow label="Who">
      <input
        aria-label="Who writes"
        value={typed}
        placeholder="Anyone"
        maxLength={PLAN_PHRASE_CHARACTERS_MAX}
        readOnly={disabled}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => event.key === 'Enter' && commit()}
        className={classNames(PILL_CONTROL, 'w-72')}
      />
    </PlanRow>
  )
}
