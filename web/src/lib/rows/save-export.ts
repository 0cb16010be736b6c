import { messageOf } from '../request-error.ts'
import { fileName, saveFile } from '../save-file.ts'
import { showToast } from '../../ui/toast.tsx'

interface Exporting {
  /** What is exported, in the plural: "leads". */
  what: string
  format: string
  ask: (signal: AbortSignal) => Promise<Response>
  signal: AbortSignal
  /** Told how many bytes have come so far. */
  onBytes: (bytes: number) => void
}

/** Fetches an export and hands it to the browser as a file. What went wrong is told; a stopped export is not. */
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

/** A stream that ends before its end is an error of the network, which says nothing that people understand. */
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
