import { readStored, STORED, writeStored } from './storage.ts'

/** Keeps the path that a sign-in should lead back to, for this tab: it survives the way to Google and back. */
export function rememberReturnTo(path: string): void {
  writeStored(STORED.returnTo, path === '/' || path.startsWith('/sign-in') ? null : path, 'tab')
}

/** Where to go after signing in: the page that was wanted, else the home page. Asked once. */
export function takeReturnTo(): string {
  const path = readStored(STORED.returnTo, 'tab')
  writeStored(STORED.returnTo, null, 'tab')
  return path ?? '/'
}
