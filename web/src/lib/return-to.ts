import { readStored, STORED, writeStored } from './storage.ts'

/** Stores the path to return to after sign-in, for this tab: it survives the redirect to Google and back. */
export function rememberReturnTo(path: string): void {
  writeStored(STORED.returnTo, path === '/' || path.startsWith('/sign-in') ? null : path, 'tab')
}

/** Takes the stored path, or the home page. The path is removed. */
export function takeReturnTo(): string {
  const path = readStored(STORED.returnTo, 'tab')
  writeStored(STORED.returnTo, null, 'tab')
  return path ?? '/'
}
