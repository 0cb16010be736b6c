import type { IntentSignal } from '@leadlight/contract/signals'
import { ChevronDown, Sparkles } from 'lucide-react'
import { lazy } from 'react'
import { Button } from '../../ui/button.tsx'
import { OnDemand } from '../../ui/on-demand.tsx'
import { useRunSearch } from './use-run-search.ts'

const RunSearchMenu = lazy(async () => ({ default: (await import('./run-search-menu.tsx')).RunSearchMenu }))

/** Runs a search: of the only signal, or of those chosen from a menu. */
export function RunSearchButton({ projectId, signals }: { projectId: string; signals: readonly IntentSignal[] }) {
  const { busy, run } = useRunSearch(projectId)
  const [first] = signals
  if (!first) return null
  const content = (
    <>
      {!busy && <Sparkles aria-hidden="true" />}
      Run search
    </>
  )
  if (signals.length === 1) {
    return (
      <Button variant="primary" size="s" busy={busy} onClick={() => void run([first.id])}>
        {content}
      </Button>
    )
  }
  return (
    <OnDemand
      trigger={
        <Button variant="primary" size="s" busy={busy}>
          {content}
          <ChevronDown aria-hidden="true" />
        </Button>
      }
    >
      {(trigger) => <RunSearchMenu signals={signals} onRun={(ids) => void run(ids)} trigger={trigger} />}
    </OnDemand>
  )
}
