import { useSyncExternalStore } from 'react'
import { readStored, STORED, writeStored } from './storage.ts'

export type Theme = 'light' | 'dark'
export type ThemeChoice = Theme | 'system'

const DARK_SYSTEM = '(prefers-color-scheme: dark)'
const listeners = new Set<() => void>()

/** The theme on screen and the choice; `system` until the user chooses. */
export function useTheme(): { theme: Theme; choice: ThemeChoice; choose: (choice: ThemeChoice) => void } {
  const choice = useSyncExternalStore(subscribe, findChoice)
  const theme = useSyncExternalStore(subscribe, findTheme)
  return { theme, choice, choose: chooseTheme }
}

/** Sets the theme's class on the root element, now and whenever the system or another tab changes it. */
export function startTheme(): void {
  subscribe(applyTheme)
  applyTheme()
}

function chooseTheme(choice: ThemeChoice) {
  writeStored(STORED.theme, choice === 'system' ? null : choice)
  for (const listener of listeners) listener()
}

function findChoice(): ThemeChoice {
  const stored = readStored(STORED.theme)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

function findTheme(): Theme {
  const choice = findChoice()
  if (choice !== 'system') return choice
  return window.matchMedia(DARK_SYSTEM).matches ? 'dark' : 'light'
}

function applyTheme() {
  document.documentElement.classList.toggle('dark', findTheme() === 'dark')
}

function subscribe(listener: () => void): () => void {
  const system = window.matchMedia(DARK_SYSTEM)
  function onStorage(event: StorageEvent) {
    if (event.key === STORED.theme || event.key === null) listener()
  }
  listeners.add(listener)
  system.addEventListener('change', listener)
  window.addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    system.removeEventListener('change', listener)
    window.removeEventListener('storage', onStorage)
  }
}
