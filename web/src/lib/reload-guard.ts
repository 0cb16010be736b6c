import { readStored, STORED, writeStored } from './storage.ts'

const GUARD_MS = 10_000
/** No reload takes as long, however slow the network; what fails later fails for another reason, such as another version. */
const TAB_GUARD_MS = 60 * 60_000

/** What browsers say when a part of the program cannot be fetched, mostly because a new version replaced it. */
const MODULE_LOAD_FAILED =
  /failed to fetch dynamically imported module|error loading dynamically imported module|importing a module script failed|unable to preload css/iu

export function isModuleLoadError(error: unknown): boolean {
  return error instanceof Error && MODULE_LOAD_FAILED.test(error.message)
}

/**
 * Whether the page should load itself anew after a failed module load: once, and not again for ten seconds in this browser,
 * nor for an hour in this tab, since the reload itself may take longer than those seconds. Where that cannot be kept it says
 * no, since nothing would stop a circle of reloads.
 */
export function claimReload(nowMs: number): boolean {
  const name = STORED.moduleReloadAt
  if (isWithin(GUARD_MS, nowMs, readStored(name)) || isWithin(TAB_GUARD_MS, nowMs, readStored(name, 'tab')))
    return false
  return writeStored(name, String(nowMs)) && writeStored(name, String(nowMs), 'tab')
}

function isWithin(guardMs: number, nowMs: number, storedMs: string | null): boolean {
  return storedMs !== null && nowMs - Number(storedMs) < guardMs
}
