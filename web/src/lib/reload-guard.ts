import { readStored, STORED, writeStored } from './storage.ts'

const GUARD_MS = 10_000
/** Longer than any reload takes on a slow network; a later failure has another cause, such as another version. */
const TAB_GUARD_MS = 60 * 60_000

/** Browsers' messages for a chunk that cannot be fetched, mostly because a new version replaced it. */
const MODULE_LOAD_FAILED =
  /failed to fetch dynamically imported module|error loading dynamically imported module|importing a module script failed|unable to preload css/iu

export function isModuleLoadError(error: unknown): boolean {
  return error instanceof Error && MODULE_LOAD_FAILED.test(error.message)
}

/**
 * Whether to reload the page after a failed module load: once, and not again for ten seconds in this browser or an hour
 * in this tab, since the reload itself may take longer than ten seconds. Without storage it says no, as nothing would
 * stop a reload loop.
 */
export function claimReload(nowMs: number): boolean {
  const name = STORED.moduleReloadAt
  if (isWithin(GUARD_MS, nowMs, readStored(name)) || isWithin(TAB_GUARD_MS, nowMs, readStored(name, 'tab')))
    return false
  return writeStored(name, String(nowMs)) && writeStored(name, String(nowMs), 'tab')
}

/** Gives back a claim that was not used. */
export function releaseReload(): void {
  writeStored(STORED.moduleReloadAt, null)
  writeStored(STORED.moduleReloadAt, null, 'tab')
}

function isWithin(guardMs: number, nowMs: number, storedMs: string | null): boolean {
  return storedMs !== null && nowMs - Number(storedMs) < guardMs
}
