import { readStored, STORED, writeStored } from '../../lib/storage.ts'

const KEPT_MAX = 20

/** The ids of commands used in this browser, the latest first. */
export function recentCommands(): readonly string[] {
  return readStored(STORED.recentCommands)?.split('\n').filter(Boolean) ?? []
}

export function rememberCommand(id: string): void {
  const others = recentCommands().filter((one) => one !== id)
  writeStored(STORED.recentCommands, [id, ...others].slice(0, KEPT_MAX).join('\n'))
}
