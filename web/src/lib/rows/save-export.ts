import { messageOf } from '../request-error.ts'
import { fileName, saveFile } from '../save-file.ts'
import { showToast } from '../../ui/toast.tsx'

interface Exporting {
  /** The plural noun for what is exported: "leads". */
  what: string
  format: string
  ask: (signal: AbortSignal) => Promise<Response>
  signal: AbortSignal
  /** Called with the number of bytes received. */
  onBytes: (bytes: number) => void
}

/** Fetches an export and saves it as a file. A failure shows a toast; a stopped export does not. */
export async function saveExport({ what, format, ask, signal, onBytes }: Exporting): Promise<void> {
  try {
    const response = await ask(signal)
    const file = await readWhole(response, onBytes)
    const name = fileName(response) ?? `${what}.${format}`
    saveFile(file, name)
    showToast({ kind: 'success', message: `Saved ${name}` })
  } catch (error) {
    if (signal.aborted) return
    showToast({ kind: 'error', message: `The ${what} could not be exported. ${reasonOf(error)}` })
  }
}

/** A truncated stream is a network error, whose message people would not understand. */
function reasonOf(error: unknown): string {
  return error instanceof TypeError ? 'The connection broke off; nothing was saved. Try again.' : messageOf(error)
}

async function readWhole(response: Response, onBytes: (bytes: number) => void): Promise<Blob> {
  const type = response.headers.get('content-type') ?? 'application/octet-stream'
  const chunks: BlobPart[] = []
  let bytes = 0
  const reader = response.body?.getReader()
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    chunks.push(new Uint8Array(part.value))
    bytes += part.value.length
    onBytes(bytes)
  }
  return new Blob(chunks, { type })
}
