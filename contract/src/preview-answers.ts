import { PREVIEW_ANSWERS_MAX } from '@leadlight/domain/signals'
import { z } from 'zod'
import { Id } from './shapes.ts'

/** Whether a post that a preview asked about is one that its reader would answer. */
export const PreviewAnswer = z.object({ post_id: Id, fits: z.boolean() })
export type PreviewAnswer = z.infer<typeof PreviewAnswer>

/** The same when a signal is saved; null takes an answer back. */
const AnswerChange = PreviewAnswer.extend({ fits: z.boolean().nullable() })

/** Answers to a preview's questions, sent along with the signal that they teach. */
export const PreviewAnswers = bounded(PreviewAnswer)
export const AnswerChanges = bounded(AnswerChange)

function bounded<Answer extends z.ZodType<{ post_id: string }>>(answer: Answer) {
  return z
    .array(answer)
    .max(PREVIEW_ANSWERS_MAX, `Must be at most ${PREVIEW_ANSWERS_MAX} answers`)
    .refine((answers) => new Set(answers.map(({ post_id }) => post_id)).size === answers.length, {
      message: 'Must have one answer a post',
    })
}
