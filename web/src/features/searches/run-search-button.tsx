import type { IntentSignal } from '@leadlight/contract/signals'
import { isOpen } from '@leadlight/domain/signals'
import { ChevronDown, Sparkles } from 'lucide-react'
import { formatCount } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Menu, MenuContent, MenuItem, MenuLabel, MenuSeparator, MenuTrigger } from '../../ui/menu.tsx'
import { useRunSearch } from './use-run-search.ts'

/** Searches now: the one signal there is, or a choice of them. */
export function RunSearchButton({ projectId, signals }: { projectId: string; signals: readonly IntentSignal[] }) {
  const { busy, run } = useRunSearch(projectId)
  const [first] = signals
  if (!first) return null
  const look = (
    <>
      {!busy && <Sparkles aria-hidden="true" />}
      Run search
    </>
  )
  if (signals.length === 1) {
    return (
      <Button variant="primary" size="s" busy={busy} onClick={() => void run([first.id])}>
        {look}
      </Button>
    )
  }
  return (
    <Menu>
      <MenuTrigger asChild>
        <Button variant="primary" size="s" busy={busy}>
          {look}
          <ChevronDown aria-hidden="true" />
        </Button>
      </MenuTrigger>
      <MenuContent align="end" className="max-w-80">
        <MenuItem onSelect={() => void run(signals.map((signal) => signal.id))}>
          All {formatCount(signals.length, 'signal')}
        </MenuItem>
        <MenuSeparator />
        <MenuLabel>One signal</MenuLabel>
        {signals.map((signal) => (
          <MenuItem
            key={signal.id}
            disabled={signal.last_search !== null && isOpen(signal.last_search.state)}
            onSelect={() => void run([signal.id])}
          >
            {signal.intent_signal}
          </MenuItem>
        ))}
      </MenuContent>
    </Menu>
  )
}
