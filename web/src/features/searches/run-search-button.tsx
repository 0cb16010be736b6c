import type { IntentSignal } from '@leadlight/contract/signals'
import { isOpen } from '@leadlight/domain/signals'
import { ChevronDown, Sparkles } from 'lucide-react'
import { useState } from 'react'
import { useSWRConfig } from 'swr'
import { formatCount } from '../../lib/format.ts'
import { keys } from '../../lib/keys.ts'
import { messageOf } from '../../lib/request-error.ts'
import { Button } from '../../ui/button.tsx'
import { Menu, MenuContent, MenuItem, MenuLabel, MenuSeparator, MenuTrigger } from '../../ui/menu.tsx'
import { showToast } from '../../ui/toast.tsx'
import { startSearches } from './search-commands.ts'

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

/** Starts searches and says so; a failure is said in the server's words. */
function useRunSearch(projectId: string) {
  const { mutate } = useSWRConfig()
  const [busy, setBusy] = useState(false)
  async function run(signalIds: readonly string[]) {
    setBusy(true)
    try {
      const started = await startSearches(projectId, signalIds)
      if (started === 0) showToast({ kind: 'info', message: 'A search is already running.' })
    } catch (error) {
      showToast({ kind: 'error', message: `The search could not be started. ${messageOf(error)}` })
    } finally {
      setBusy(false)
      await mutate(keys.searches(projectId))
    }
  }
  return { busy, run }
}
