import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import type { ExportProgress } from './use-export.ts'

const KB = 1000

/** Shows a running export and how much of it has arrived. */
export function ExportProgressLine({ progress, onStop }: { progress: ExportProgress; onStop: () => void }) {
  return (
    <div className="flex items-center gap-2 border-b bg-sunken px-3.5 py-1.5 text-s text-ink-2">
      <Spinner />
      <output className="min-w-0 flex-1 truncate">Exporting {progress.format.toUpperCase()}</output>
      <span className="num text-ink-3">{size(progress.bytes)}</span>
      <Button size="s" variant="quiet" onClick={onStop}>
        Stop
      </Button>
    </div>
  )
}

function size(bytes: number): string {
  return bytes < KB * KB ? `${Math.ceil(bytes / KB)} KB` : `${(bytes / KB / KB).toFixed(1)} MB`
}
