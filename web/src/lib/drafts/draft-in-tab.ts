import type { Draft } from '@leadlight/contract/drafts'
import { findDraft, storeDraft } from '../draft.ts'

/** Stands in for the date of a draft that did not exist yet. */
const NOTHING_KEPT = 'nothing'

export interface TextInTab {
  text: string
  /** The server's draft that the text is based on; null if there was none. */
  kept: Draft | null
  /** The former text, if `text` is an unfinished model draft; otherwise null. */
  former: string | null
}

/** The part of a draft that the server does not have yet, in the tab's storage so that it survives a reload. */
export function draftInTab(name: string) {
  const baseName = `${name}:base`
  const formerName = `${name}:former`
  return {
    /** The stored text, if it differs from the server's. */
    find(kept: Draft | null): TextInTab | null {
      const text = findDraft(name)
      if (text === null || text === (kept?.draft ?? '')) return null
      return { text, kept: keptAsOf(kept, findDraft(baseName)), former: findDraft(formerName) }
    },
    keep({ text, kept, former }: TextInTab) {
      storeDraft(name, text)
      storeDraft(baseName, kept?.updated_at ?? NOTHING_KEPT)
      storeDraft(formerName, former)
    },
    clear() {
      for (const one of [name, baseName, formerName]) storeDraft(one, null)
    },
  }
}

function keptAsOf(kept: Draft | null, base: string | null): Draft | null {
  if (base === NOTHING_KEPT) return null
  return kept && base !== null ? { ...kept, updated_at: base } : kept
}
