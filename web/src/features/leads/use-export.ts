import { useRef, useState } from 'react'
import type { BulkFilter } from './lead-filters.ts'
import type { ExportFormat } from './export-formats.ts'
import type { LeadOrder } from './lead-order.ts'

export interface ExportProgress {
  format: ExportFormat
  bytes: number
}

const TELL_EVERY_MS = 200

/** Exports leads into a file, one export at a time: how far it is, and how to stop it. */
export function useExport(projectId: string, order: LeadOrder) {
  const [progress, setProgress] = useState<ExportProgress | null>(null)
  const running = useRef<AbortController | null>(null)

  async function start(format: ExportFormat, filter: BulkFilter) {
    if (running.current) return
    const stop = new AbortController()
    running.current = stop
    setProgress({ format, bytes: 0 })
    let toldAt = 0
    try {
      const { saveExport } = await import('./save-export.ts')
      await saveExport(
        projectId,
        { ...filter, format, sort_by: order.by, sort_order: order.direction },
        {
          signal: stop.signal,
          onBytes(bytes) {
            if (Date.now() - toldAt < TELL_EVERY_MS) return
            toldAt = Date.now()
            setProgress({ format, bytes })
          },
        },
      )
    } finally {
      running.current = null
      setProgress(null)
    }
  }
  return { progress, start, stop: () => running.current?.abort() }
}
