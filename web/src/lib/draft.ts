import { useState } from 'react'
import { readStored, STORED, writeStored } from './storage.ts'

/** Unsaved input, stored for this tab: it survives errors, going back and reloading. */
export interface Draft<Value> {
  value: Value
  isChanged: boolean
  set: (value: Value) => void
  /** Deletes the draft. */
  clear: () => void
}

/** A named draft. Until the user types, its value follows the saved one. */
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

/** The stored draft; null if there is none. */
export function findDraft(name: string): string | null {
  return readStored(STORED.draftPrefix + name, 'tab')
}

/** Stores a draft, or deletes it if the value is null. */
export function storeDraft(name: string, value: string | null): void {
  writeStored(STORED.draftPrefix + name, value, 'tab')
}
