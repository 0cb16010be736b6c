import { statSync, utimesSync } from 'node:fs'

const BEAT_MS = 2000
/** A living owner, on this machine or another, touches its file more often than this. */
export const SILENCE_MS = 3 * BEAT_MS

/** Touches the file while it is ours, so that others see that we live, until what it returns is called. */
export function startBeat(path: string, isOurs: () => boolean): () => void {
  const beat = setInterval(() => {
    try {
      if (isOurs()) utimesSync(path, new Date(), new Date())
    } catch {
      // A disk that cannot be read or written to for a while ends no process: who needs more of it tells the operator.
    }
  }, BEAT_MS)
  beat.unref()
  return () => clearInterval(beat)
}

/** When the file was touched last; undefined where there is none. */
export function touchedAt(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs
}
