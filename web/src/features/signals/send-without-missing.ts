import { codeOf, pathsOf } from '../../lib/request-error.ts'

/** An answer to a preview's question as it is sent; null takes one back. */
export interface AnswerChange {
  post_id: string
  fits: boolean | null
}

/** Sends answers, and again without those whose posts do not exist. Rejects where anything else is wrong. */
export async function sendWithoutMissing<Saved>(
  changes: readonly AnswerChange[],
  send: (changes: readonly AnswerChange[]) => Promise<Saved>,
): Promise<{ saved: Saved; missing: number }> {
  for (let left = changes; ;) {
    try {
      return { saved: await send(left), missing: changes.length - left.length }
    } catch (failure) {
      const there = withoutMissing(left, failure)
      if (there.length === left.length) throw failure
      left = there
    }
  }
}

function withoutMissing(changes: readonly AnswerChange[], failure: unknown): readonly AnswerChange[] {
  if (codeOf(failure) !== 'post_not_found') return changes
  const missing = new Set(pathsOf(failure))
  return changes.filter((_, index) => !missing.has(`body.answers.${index}.post_id`))
}
