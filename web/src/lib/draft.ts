import { useState } from 'react'
import { readStored, writeStored } from './storage.ts'

/** What is typed but not saved yet, kept for this tab: it survives errors, going back and reloading. */
export interface Draft<Value> {
  value: Value
  isChanged: boolean
  set: (value: Value) => void
  /** Forgets what was typed: it has been saved, or is not wanted. */
  clear: () => void
}

const PREFIX = 'draft:'

/** A draft under a name. Until something is typed it is what is saved, and follows it. */
export function useDraft(name: string, saved: string): Draft<string> {
  const [state, setState] = useState(() => ({ name, typed: findDraft(name) }))
  const typed = state.name === name ? state.typed : findDraft(name)
  return {
    value: typed ?? saved,
    isChanged: typed !== null && typed !== saved,
    set(value) {
      setState({ name, typed: value })
      storeDraft(name, value)
    },
    clear() {
      setState({ name, typed: null })
      storeDraft(name, null)
    },
  }
}

/** The draft kept under a name; null where there is none. */
export function findDraft(name: string): string | null {
  return readStored(PREFIX + name, 'tab')
}

/** Keeps a draft, or forgets it when it is null. */
export function storeDraft(name: string, value: string | null): void {
  writeStored(PREFIX + name, value, 'tab')
}
