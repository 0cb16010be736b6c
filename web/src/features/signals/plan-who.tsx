import { PLAN_PHRASE_CHARACTERS_MAX } from '@leadlight/domain/signal-plans'
import { useState } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { PILL_CONTROL, PlanRow } from './plan-parts.tsx'

interface PlanWhoProps {
  who: string
  /** As read from the sentence. */
  read: string
  disabled: boolean
  /** Null means as read from the sentence. */
  onWho: (who: string | null) => void
}

/** The people a signal is about, in one line. It applies on blur or Enter. */
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
