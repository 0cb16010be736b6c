import { readStored, writeStored } from './storage.ts'

const NAME = 'wanted'

/** Keeps the path that a sign-in should lead back to, for this tab: it survives the way to Google and back. */
export function rememberWanted(path: string): void {
  writeStored(NAME, path === '/' || path.startsWith('/sign-in') ? null : path, 'tab')
}

/** Where to go after signing in: the page that was wanted, else the home page. Asked once. */
export function takeWanted(): string {
  const path = readStored(NAME, 'tab')
  writeStored(NAME, null, 'tab')
  return path ?? '/'
}
