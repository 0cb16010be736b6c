import type { Draft } from '@leadlight/contract/drafts'
import { findDraft, storeDraft } from '../draft.ts'

/** Stands for the time of a draft that there was not yet. */
const NOTHING_KEPT = 'nothing'

export interface TextInTab {
  text: string
  /** The server's draft, dated as the writer of the text knew it: null where they had none before them. */
  kept: Draft | null
  /** What stood here before, where the text is what has come of a draft so far; null where it is not. */
  former: string | null
}

/** What the server does not have yet of a draft: it lies in the tab's storage, where a reload finds it. */
export function draftInTab(name: string) {
  const baseName = `${name}:base`
  const formerName = `${name}:former`
  return {
    /** The text, where it is another than the server has. */
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
