import { readStored, STORED, writeStored } from './storage.ts'

const GUARD_MS = 10_000

/** What browsers say when a part of the program cannot be fetched, mostly because a new version replaced it. */
const MODULE_LOAD_FAILED =
  /failed to fetch dynamically imported module|error loading dynamically imported module|importing a module script failed|unable to preload css/iu

export function isModuleLoadError(error: unknown): boolean {
  return error instanceof Error && MODULE_LOAD_FAILED.test(error.message)
}

/**
 * Whether the page should load itself anew after a failed module load: once, and not again for ten seconds. Where the
 * flag cannot be kept it says no, since nothing would stop a circle of reloads.
 */
export function claimReload(nowMs: number): boolean {
  const lastMs = Number(readStored(STORED.moduleReloadAt) ?? Number.NEGATIVE_INFINITY)
  if (nowMs - lastMs < GUARD_MS) return false
  return writeStored(STORED.moduleReloadAt, String(nowMs))
}
