import type { IntentSignal } from '@leadlight/contract/signals'
import { isOpen } from '@leadlight/domain/signals'
import type { ReactElement } from 'react'
import { formatCount } from '../../lib/format.ts'
import { Menu, MenuContent, MenuItem, MenuLabel, MenuSeparator, MenuTrigger } from '../../ui/menu.tsx'

interface RunSearchMenuProps {
  signals: readonly IntentSignal[]
  onRun: (signalIds: readonly string[]) => void
  trigger: ReactElement
}

/** The signals to search for: all, or one without a running search. */
export function RunSearchMenu({ signals, onRun, trigger }: RunSearchMenuProps) {
  return (
    <Menu defaultOpen>
      <MenuTrigger asChild>{trigger}</MenuTrigger>
      <MenuContent align="end" className="max-w-80">
        <MenuItem onSelect={() => onRun(signals.map((signal) => signal.id))}>
          All {formatCount(signals.length, 'signal')}
        </MenuItem>
        <MenuSeparator />
        <MenuLabel>One signal</MenuLabel>
        {signals.map((signal) => (
          <MenuItem
            key={signal.id}
            disabled={signal.last_search !== null && isOpen(signal.last_search.state)}
            onSelect={() => onRun([signal.id])}
          >
            {signal.intent_signal}
          </MenuItem>
        ))}
      </MenuContent>
    </Menu>
  )
}
