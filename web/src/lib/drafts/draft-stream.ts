import type { Draft } from '@leadlight/contract/drafts'
import { logWarning } from '../log.ts'
import { newPressKey } from '../press-key.ts'
import { RequestError } from '../request-error.ts'
import { readServerEvents } from '../server-events.ts'

/** The input of a call that requests a draft. */
export interface DraftRequest {
  body: { stream: boolean; prompt?: string }
  headers: Record<string, string>
  signal: AbortSignal
}

/** What a draft is for, with the calls that write, save and find it. */
export interface DraftTarget {
  /** Identifies the draft in this browser. */
  name: string
  ask: (request: DraftRequest) => Promise<Response>
  save: (body: { draft: string; based_on: string | null }) => Promise<Draft>
  /** The server's current draft. */
  find: () => Promise<Draft | null>
}

export interface WrittenDraft {
  draft: string
  creditsSpent: number
  /** The writer and similar drafts; null if the server did not say. */
  details: Draft | null
}

interface Writing {
  /** What the draft should say; may be empty. */
  prompt: string
  signal: AbortSignal
  /** Called with the whole text so far each time more arrives. */
  onText: (text: string) => void
}

/** Requests a draft and streams its text. Throws if it is refused or breaks off before its end. */
export async function streamDraft(target: DraftTarget, { prompt, signal, onText }: Writing): Promise<WrittenDraft> {
  const response = await target.ask({
    body: { stream: true, ...(prompt ? { prompt } : {}) },
    headers: { accept: 'text/event-stream', 'idempotency-key': newPressKey() },
    signal,
  })
  try {
    return await follow(response, onText)
  } catch (error) {
    if (signal.aborted || error instanceof RequestError) throw error
    logWarning('A draft broke off', error)
    throw brokenOff()
  }
}

async function follow(response: Response, onText: (text: string) => void): Promise<WrittenDraft> {
  // A server or proxy may send the whole answer at once.
  if (!response.headers.get('content-type')?.includes('event-stream')) return toWritten(await response.json())
  let text = ''
  for await (const { name, data } of readServerEvents(response)) {
    if (data === '') continue
    const body = JSON.parse(data) as unknown
    if (name === 'error') throw new RequestError(numberIn(body, 'status') ?? 0, body)
    if (name === 'done') return toWritten(body)
    const delta = fieldOf(body, 'delta')
    if (typeof delta !== 'string') continue
    text += delta
    onText(text)
  }
  throw brokenOff()
}

function toWritten(body: unknown): WrittenDraft {
  const draft = fieldOf(body, 'draft')
  if (typeof draft !== 'string') throw brokenOff()
  // The server validates what it sends against the contract.
  const details = (fieldOf(body, 'details') ?? null) as Draft | null
  return { draft, creditsSpent: numberIn(body, 'credits_spent') ?? 0, details }
}

function brokenOff(): RequestError {
  return new RequestError(0, null, 'The answer broke off before the draft was done.')
}

function numberIn(body: unknown, name: string): number | null {
  const value = fieldOf(body, name)
  return typeof value === 'number' ? value : null
}

function fieldOf(body: unknown, name: string): unknown {
  return typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined
}
