import { useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { takeBufferedKey } from './key-buffer.ts'
import { readStored, writeStored } from './storage.ts'

/** Actions by key, or by two keys in sequence: `{ j: next, 'g p': goToPosts }`. */
export type Shortcuts = Readonly<Record<string, (event: KeyboardEvent) => void>>

const STORED_NAME = 'shortcuts'
const OFF = 'off'
/** Elements that need the keys themselves: fields, and anything open over the page. */
const TAKES_KEYS = 'input, textarea, select, [contenteditable], [role="dialog"], [role="menu"], [role="listbox"]'
/** How long the first key of a pair waits for the second. */
const PAIR_MS_MAX = 1500

const listeners = new Set<() => void>()
const bound = new Set<{ readonly current: Shortcuts }>()
let first: { key: string; at: number } | null = null

/** Binds keys while a component is mounted. They do nothing in fields or while shortcuts are switched off. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const { areOn } = useShortcutsSwitch()
  const latest = useRef(shortcuts)
  // Before paint: a key pressed at once applies to what shows.
  useLayoutEffect(() => {
    latest.current = shortcuts
  })
  useLayoutEffect(() => {
    if (!areOn) return undefined
    if (bound.size === 0) document.addEventListener('keydown', onKeyDown)
    bound.add(latest)
    return () => {
      bound.delete(latest)
      if (bound.size === 0) document.removeEventListener('keydown', onKeyDown)
    }
  }, [areOn])
}

/** One listener for all bindings, so the second key of a pair never counts as a single key. */
function onKeyDown(event: KeyboardEvent) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
  if (takesKey(event.target, event.key)) return
  if (takeBufferedKey(event)) return
  const before = first && event.timeStamp - first.at < PAIR_MS_MAX ? first.key : null
  first = null
  const run = before === null ? find(event.key) : find(`${before} ${event.key}`)
  if (run) {
    event.preventDefault()
    run(event)
  } else if (before === null && beginsPair(event.key)) {
    event.preventDefault()
    first = { key: event.key, at: event.timeStamp }
  }
}

/** The latest binding wins: it belongs to what was opened last. */
function find(keys: string) {
  for (const { current } of [...bound].toReversed()) if (Object.hasOwn(current, keys)) return current[keys]
  return undefined
}

function beginsPair(key: string): boolean {
  return [...bound].some(({ current }) => Object.keys(current).some((keys) => keys.startsWith(`${key} `)))
}

/** Whether shortcuts are on in this browser, and the setter. People who dictate need them off. */
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
