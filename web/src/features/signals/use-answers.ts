import type { PreviewAnswer } from '@leadlight/contract/preview-answers'
import { PREVIEW_ANSWERS_MAX } from '@leadlight/domain/signals'
import { useEffect, useState } from 'react'
import { findDraft, storeDraft } from '../../lib/draft.ts'

/** By a post's id: yes, no, or null for a saved answer that is taken back. */
type Unsaved = Readonly<Record<string, boolean | null>>
/** By a signal's id, or `new`. */
type Drafts = Readonly<Record<string, Unsaved>>

/** A signal's answers to its preview's questions, those saved and those not yet. */
export interface SignalAnswers {
  /** Whether anything was answered or taken back since the signal was saved. */
  isChanged: boolean
  /** Whether one more post can be answered about. */
  hasRoom: boolean
  /** Undefined for a post without an answer. */
  find: (postId: string) => boolean | undefined
  /** Answers about a post; the same answer again takes it back. */
  give: (postId: string, fits: boolean) => void
  /** Forgets unsaved answers about other posts than these, so that what is saved is what was seen. */
  keepOnly: (postIds: readonly string[]) => void
  /** What saving sends. */
  toWire: () => { post_id: string; fits: boolean | null }[]
  clear: () => void
}

/** The answers of each of a project's signals. Unsaved ones survive reloading. */
export function useAnswers(projectId: string): (signalId: string, saved: readonly PreviewAnswer[]) => SignalAnswers {
  const name = `signal-answers:${projectId}`
  const [drafts, setDrafts] = useState(() => readDrafts(findDraft(name)))
  useEffect(() => storeDraft(name, Object.keys(drafts).length === 0 ? null : JSON.stringify(drafts)), [name, drafts])

  return (signalId, saved) => {
    const kept = new Map(saved.map(({ post_id, fits }) => [post_id, fits]))
    const unsaved = drafts[signalId] ?? {}
    function change(edit: (before: Unsaved) => Unsaved) {
      setDrafts((before) => withEntry(before, signalId, edit(before[signalId] ?? {})))
    }
    return {
      isChanged: Object.keys(unsaved).length > 0,
      hasRoom: !isFull(unsaved),
      find: (postId) => answerOf(unsaved, kept, postId),
      give: (postId, fits) => change((before) => given(before, kept, { post_id: postId, fits })),
      keepOnly: (postIds) => change((before) => only(before, new Set(postIds))),
      toWire: () => Object.entries(unsaved).map(([post_id, fits]) => ({ post_id, fits })),
      clear: () => change(() => ({})),
    }
  }
}

type Kept = ReadonlyMap<string, boolean>

function answerOf(unsaved: Unsaved, kept: Kept, postId: string): boolean | undefined {
  const said = unsaved[postId]
  return said === undefined ? kept.get(postId) : (said ?? undefined)
}

function given(before: Unsaved, kept: Kept, { post_id, fits }: PreviewAnswer): Unsaved {
  if (before[post_id] === undefined && isFull(before)) return before
  const next = answerOf(before, kept, post_id) === fits ? null : fits
  const { [post_id]: _, ...others } = before
  return next === (kept.get(post_id) ?? null) ? others : { ...others, [post_id]: next }
}

function isFull(unsaved: Unsaved): boolean {
  return Object.keys(unsaved).length >= PREVIEW_ANSWERS_MAX
}

function only(before: Unsaved, postIds: ReadonlySet<string>): Unsaved {
  const left = Object.entries(before).filter(([id]) => postIds.has(id))
  return left.length === Object.keys(before).length ? before : Object.fromEntries(left)
}

/** The same object where nothing changes, so that nothing is drawn again. */
function withEntry(before: Drafts, signalId: string, unsaved: Unsaved): Drafts {
  if (before[signalId] === unsaved) return before
  const { [signalId]: former, ...others } = before
  if (Object.keys(unsaved).length > 0) return { ...others, [signalId]: unsaved }
  return former === undefined ? before : others
}

function readDrafts(stored: string | null): Drafts {
  // This tab's own writing: whatever is stored under the name was made by `storeDraft` above.
  return stored === null ? {} : (JSON.parse(stored) as Drafts)
}
