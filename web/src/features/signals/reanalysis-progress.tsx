import type { Search } from '@leadlight/contract/search'
import { isOpen } from '@leadlight/domain/signals'
import { Square } from 'lucide-react'
import { useState } from 'react'
import { useSWRConfig } from 'swr'
import { stopSearch } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { formatCount, formatNumber } from '../../lib/format.ts'
import { keys } from '../../lib/keys.ts'
import { hasStatus, messageOf } from '../../lib/request-error.ts'
import { Button } from '../../ui/button.tsx'
import { Progress } from '../../ui/progress.tsx'
import { showToast } from '../../ui/toast.tsx'

/** The progress of a signal's reanalysis, with a stop button, and its result afterwards. */
export function ReanalysisProgress({
  projectId,
  search,
  canStop,
}: {
  projectId: string
  search: Search
  canStop: boolean
}) {
  const { reanalysis } = search
  // Nothing was there to judge again: nothing came of it.
  if (!reanalysis || (search.seen === 0 && search.note === null && !isOpen(search.state))) return null
  if (!isOpen(search.state)) {
    return (
      <output className="num block border-t border-dashed border-line-strong pt-2.5 text-s text-ink-2">
        {resultWords(search)}
      </output>
    )
  }
  const done = search.seen === 0 ? 'no posts yet' : `${formatNumber(reanalysis.done)} of ${formatNumber(search.seen)}`
  return (
    <div className="grid gap-1.5 border-t border-dashed border-line-strong pt-2.5">
      <div className="flex items-center gap-2">
        <p className="num min-w-0 flex-1 text-s text-ink-2">
          Judging again: judged {done}
          {search.credits_spent > 0 && ` · ${formatCount(search.credits_spent, 'credit')}`}
        </p>
        {canStop && <StopButton projectId={projectId} signalId={search.intent_signal_id} />}
      </div>
      <Progress
        label="Progress of judging again"
        value={reanalysis.done}
        max={Math.max(1, search.seen)}
        valueText={done}
      />
    </div>
  )
}

/** "Judged 430 posts again: gained 12 matches, lost 5." */
function resultWords({ state, seen, note, reanalysis }: Search): string {
  if (!reanalysis) return ''
  if (state === 'failed') return note ?? 'Judging again failed.'
  const posts =
    reanalysis.done < seen
      ? `${formatNumber(reanalysis.done)} of ${formatCount(seen, 'post')}`
      : formatCount(seen, 'post')
  const { gained, lost } = reanalysis
  const came = `gained ${formatCount(gained, 'match', 'matches')}, lost ${formatNumber(lost)}`
  const result = `Judged ${posts} again: ${gained + lost === 0 ? 'its matches stay as they were' : came}.`
  return note ? `${result} ${note}` : result
}

function StopButton({ projectId, signalId }: { projectId: string; signalId: string }) {
  const { mutate } = useSWRConfig()
  const [busy, setBusy] = useState(false)
  async function stop() {
    setBusy(true)
    try {
      await call(stopSearch, { params: { projectId, id: signalId } })
    } catch (error) {
      // It has finished meanwhile.
      if (!hasStatus(error, 409)) showToast({ kind: 'error', message: `It could not be stopped. ${messageOf(error)}` })
    } finally {
      await Promise.all([mutate(keys.intentSignals(projectId)), mutate(keys.credits)])
      setBusy(false)
    }
  }
  return (
    <Button variant="quiet" size="s" busy={busy} onClick={() => void stop()}>
      {!busy && <Square aria-hidden="true" />}
      Stop
    </Button>
  )
}
