import type { ProjectEvent } from '@leadlight/contract/installation'
import type { Source } from '@leadlight/contract/sources'
import { useRef } from 'react'
import { listSources } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { logWarning } from '../../lib/log.ts'
import { useProjectEvents } from '../../lib/use-project-events.ts'
import { showToast } from '../../ui/toast.tsx'
import { nameSource } from './name-source.ts'
import { useRefreshListening } from './use-listening.ts'

type SourceEvent = Extract<ProjectEvent, { type: 'source' }>

/** A failing search does not report a recovery; after this long, the same state is worth a toast again. */
const REMEMBERED_MS = 10 * 60_000
const TOAST_MS = 10_000

/** Shows a toast on any page of a project when a source begins to fail or works again, and refetches the sources. */
export function SourceEventToasts({ projectId }: { projectId: string }) {
  const read = useRefreshListening(projectId)
  const lastEvents = useRef(new Map<string, { isFailing: boolean; atMs: number }>())
  useProjectEvents(projectId, (event) => {
    if (event.type !== 'source') return
    read()
    const place = `${event.platform} ${event.source}`
    const isFailing = event.error !== null
    const before = lastEvents.current.get(place)
    const atMs = Date.now()
    lastEvents.current.set(place, { isFailing, atMs })
    if (before && before.isFailing === isFailing && atMs - before.atMs < REMEMBERED_MS) return
    void showEvent(projectId, event)
  })
  return null
}

async function showEvent(projectId: string, event: SourceEvent): Promise<void> {
  const name = nameSource(await readSources(projectId), event)
  if (event.error === null) showToast({ kind: 'success', message: `${name} works again.` })
  else showToast({ kind: 'warning', message: `${name} began to fail. ${event.error}`, durationMs: TOAST_MS })
}

/** Only for their names: without them a source is named by its platform. */
async function readSources(projectId: string): Promise<Source[]> {
  try {
    return await call(listSources, { params: { projectId } })
  } catch (error) {
    logWarning('The names of the sources could not be read', error)
    return []
  }
}
