import type { PreviewAnswer } from '@leadlight/contract/preview-answers'
import { PREVIEW_ANSWERS_MAX } from '@leadlight/domain/signals'
import { useRef, useState } from 'react'
import { findDraft, storeDraft } from '../../lib/draft.ts'
import { showToast } from '../../ui/toast.tsx'
import { type AnswerChange, sendWithoutMissing } from './send-without-missing.ts'

/** By a post's id: yes, no, or null for an answer that is taken back. */
type Changes = Readonly<Record<string, boolean | null>>

interface Draft {
  unsaved: Changes
  /** What a save that is under way has sent. */
  sending: Changes
}

/** By a signal's id, or `new`. */
type Drafts = Readonly<Record<string, Draft>>

const NOTHING: Draft = { unsaved: {}, sending: {} }

/** A signal's answers to its preview's questions, those saved and those not yet. */
export interface SignalAnswers {
  /** Whether anything was answered or taken back since the signal was saved. */
  isChanged: boolean
  /** Whether one more post can be answered about. */
  hasRoom: boolean
  /** Undefined for a post without an answer. */
  find: (postId: string) => boolean | undefined
  /** How many saved answers are about other posts than these. */
  countBeside: (postIds: readonly string[]) => number
  /** Answers about a post; the same answer again takes it back. */
  give: (postId: string, fits: boolean) => void
  /** Forgets unsaved answers about other posts than these, so that what is saved is what was seen. */
  keepOnly: (postIds: readonly string[]) => void
  /**
   * Saves the signal with what was answered. Answers about posts that are gone are left out, and a toast says so. What is
   * answered meanwhile stays for the next save, under the id that the signal has then. After a failure nothing is lost.
   */
  save: <Saved extends { id: string }>(send: (changes: readonly AnswerChange[]) => Promise<Saved>) => Promise<Saved>
  clear: () => void
}

/** The answers of each of a project's signals. Unsaved ones survive reloading. */
export function useAnswers(projectId: string): (signalId: string, saved: readonly PreviewAnswer[]) => SignalAnswers {
  const name = `signal-answers:${projectId}`
  const [drafts, setDrafts] = useState(() => readDrafts(findDraft(name)))
  const latest = useRef(drafts)

  /** Stored at once, since a save that ends may take its page away before it is drawn again. */
  function edit(signalId: string, change: (before: Draft) => Draft) {
    const next = withEntry(latest.current, signalId, change(latest.current[signalId] ?? NOTHING))
    if (next === latest.current) return
    latest.current = next
    storeDraft(name, asStored(next))
    setDrafts(next)
  }

  return (signalId, saved) => {
    const kept = new Map(saved.map(({ post_id, fits }) => [post_id, fits]))
    const draft = drafts[signalId] ?? NOTHING
    return {
      isChanged: toWire(draft, kept).length > 0,
      hasRoom: !isFull(draft),
      find: (postId) => answerOf(draft, kept, postId) ?? undefined,
      countBeside: (postIds) => [...kept.keys()].filter((id) => !postIds.includes(id)).length,
      give: (postId, fits) => edit(signalId, (before) => given(before, kept, { post_id: postId, fits })),
      keepOnly: (postIds) => edit(signalId, (before) => only(before, new Set(postIds))),
      async save(send) {
        const changes = toWire(latest.current[signalId] ?? NOTHING, kept)
        const sent = Object.fromEntries(changes.map(({ post_id, fits }) => [post_id, fits]))
        edit(signalId, () => ({ unsaved: {}, sending: sent }))
        try {
          const { saved: signal, missing } = await sendWithoutMissing(changes, send)
          const { unsaved } = latest.current[signalId] ?? NOTHING
          edit(signalId, () => NOTHING)
          edit(signal.id, () => ({ unsaved, sending: {} }))
          if (missing > 0) showToast({ kind: 'info', message: leftOut(missing) })
          return signal
        } catch (failure) {
          edit(signalId, (before) => ({ unsaved: changesOf(before), sending: {} }))
          throw failure
        }
      },
      clear: () => edit(signalId, () => NOTHING),
    }
  }
}

function leftOut(missing: number): string {
  if (missing === 1) return 'The signal was saved without one answer: its post is gone.'
  return `The signal was saved without ${missing} answers: their posts are gone.`
}

type Kept = ReadonlyMap<string, boolean>

function changesOf({ unsaved, sending }: Draft): Changes {
  return { ...sending, ...unsaved }
}

/** What saving sends: what differs from what is saved. */
function toWire(draft: Draft, kept: Kept): AnswerChange[] {
  return Object.entries(changesOf(draft))
    .map(([post_id, fits]) => ({ post_id, fits }))
    .filter(({ post_id, fits }) => fits !== (kept.get(post_id) ?? null))
}

function answerOf(draft: Draft, kept: Kept, postId: string): boolean | null {
  const said = changesOf(draft)[postId]
  return said === undefined ? (kept.get(postId) ?? null) : said
}

function given(before: Draft, kept: Kept, { post_id, fits }: PreviewAnswer): Draft {
  const { sending } = before
  if (changesOf(before)[post_id] === undefined && isFull(before)) return before
  const next = answerOf(before, kept, post_id) === fits ? null : fits
  const { [post_id]: _, ...others } = before.unsaved
  const isBack = next === answerOf({ unsaved: {}, sending }, kept, post_id)
  return { sending, unsaved: isBack ? others : { ...others, [post_id]: next } }
}

function isFull(draft: Draft): boolean {
  return Object.keys(changesOf(draft)).length >= PREVIEW_ANSWERS_MAX
}

function only(before: Draft, postIds: ReadonlySet<string>): Draft {
  const among = (changes: Changes) => Object.fromEntries(Object.entries(changes).filter(([id]) => postIds.has(id)))
  const isAll = Object.keys(changesOf(before)).every((id) => postIds.has(id))
  return isAll ? before : { unsaved: among(before.unsaved), sending: among(before.sending) }
}

/** The same object where nothing changes, so that nothing is drawn again. */
function withEntry(before: Drafts, signalId: string, draft: Draft): Drafts {
  if (before[signalId] === draft) return before
  const { [signalId]: former, ...others } = before
  if (Object.keys(changesOf(draft)).length > 0) return { ...others, [signalId]: draft }
  return former === undefined ? before : others
}

function asStored(drafts: Drafts): string | null {
  const changed = Object.entries(drafts).map(([id, draft]) => [id, changesOf(draft)] as const)
  return changed.length === 0 ? null : JSON.stringify(Object.fromEntries(changed))
}

function readDrafts(stored: string | null): Drafts {
  if (stored === null) return {}
  // This tab's own writing: whatever is stored under the name was made by `asStored` above.
  const changed = JSON.parse(stored) as Record<string, Changes>
  return Object.fromEntries(Object.entries(changed).map(([id, unsaved]) => [id, { unsaved, sending: {} }]))
}
