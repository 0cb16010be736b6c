import { useCallback, useMemo, useRef, useState } from 'react'
import { useStable } from '../use-stable.ts'
import type { ExportFormat } from './export-formats.ts'

export interface ExportProgress {
  format: ExportFormat
  bytes: number
}

const REPORT_EVERY_MS = 200

type Ask<Filter> = (format: ExportFormat, filter: Filter, signal: AbortSignal) => Promise<Response>

/**
 * Exports rows into a file, one export at a time, with its progress and a way to stop it. `what` is the plural noun.
 */
export function useExport<Filter>(what: string, ask: Ask<Filter>) {
  const [progress, setProgress] = useState<ExportProgress | null>(null)
  const running = useRef<AbortController | null>(null)

  const start = useStable(async (format: ExportFormat, filter: Filter) => {
    if (running.current) return
    const stop = new AbortController()
    running.current = stop
    setProgress({ format, bytes: 0 })
    let reportedAt = 0
    try {
      const { saveExport } = await import('./save-export.ts')
      await saveExport({
        what,
        format,
        ask: (signal) => ask(format, filter, signal),
        signal: stop.signal,
        onBytes(bytes) {
          if (Date.now() - reportedAt < REPORT_EVERY_MS) return
          reportedAt = Date.now()
          setProgress({ format, bytes })
        },
      })
    } finally {
      running.current = null
      setProgress(null)
    }
  })
  const stop = useCallback(() => running.current?.abort(), [])
  return useMemo(() => ({ progress, start, stop }), [progress, start, stop])
}
