import type { WrittenDraft } from '@leadlight/contract/drafts'

/** Tells again of a draft that was written under the same key before, as if it came anew. */
export async function* repeatDraft(written: WrittenDraft): AsyncGenerator<string, WrittenDraft> {
  yield await Promise.resolve(written.draft)
  return written
}
