import { useEffect, useRef, useSyncExternalStore } from 'react'
import { readStored, writeStored } from './storage.ts'

/** What keys do, by the character they type: `{ j: next, '#': remove }`. */
export type Shortcuts = Readonly<Record<string, (event: KeyboardEvent) => void>>

const STORED_NAME = 'shortcuts'
const OFF = 'off'
/** Places that need the keys themselves: fields, and whatever opens over the page. */
const TAKES_KEYS = 'input, textarea, select, [contenteditable], [role="dialog"], [role="menu"], [role="listbox"]'

const listeners = new Set<() => void>()

/** Binds single keys while a component shows. None are heard while somebody types, or once they are switched off. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const { areOn } = useShortcutsSwitch()
  const latest = useRef(shortcuts)
  useEffect(() => {
    latest.current = shortcuts
  })
  useEffect(() => {
    if (!areOn) return undefined
    function hear(event: KeyboardEvent) {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
      if (takesKey(event.target, event.key)) return
      const run = Object.hasOwn(latest.current, event.key) ? latest.current[event.key] : undefined
      if (!run) return
      event.preventDefault()
      run(event)
    }
    document.addEventListener('keydown', hear)
    return () => document.removeEventListener('keydown', hear)
  }, [areOn])
}

/** Whether single keys do anything in this browser, and how to change that. People who dictate need them off. */
export function useShortcutsSwitch(): { areOn: boolean; setOn: (on: boolean) => void } {
  const areOn = useSyncExternalStore(subscribe, () => readStored(STORED_NAME) !== OFF)
  return { areOn, setOn }
}

function setOn(on: boolean) {
  writeStored(STORED_NAME, on ? null : OFF)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function takesKey(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof Element)) return false
  if (key === 'Enter' && target.closest('a, button')) return true
  const taker = target.closest(TAKES_KEYS)
  return taker !== null && !(taker instanceof HTMLInputElement && taker.type === 'checkbox')
}
