import { logOddsOf } from '@leadlight/domain/scoring'
import { planBrief, type Brief } from '@leadlight/engine/plan/brief'
import { requireVisiblePosts } from '../../core/posts/require-visible-posts.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { organizationScope } from '../../platform/scopes.ts'
import type { Answer } from '../learning/note-answers.ts'
import { judgeKept } from '../matching/judge-kept.ts'
import type { SearchingDependencies } from './searching-dependencies.ts'

/** What somebody answered to a preview's question about a post; null takes an answer back. */
export interface GivenAnswer {
  postId: string
  fits: boolean | null
}

/** Answers ready to be noted. */
export interface JudgedAnswers {
  given: Answer[]
  withdrawn: string[]
}

/**
 * Adds to answers what the judge says of their posts under the brief that `check` permits, in a transaction before the
 * one that saves, as a model is asked. A post that the project may not see is "not found".
 */
export async function judgeAnswers(
  deps: Pick<SearchingDependencies, 'db' | 'judge'>,
  actor: Actor,
  { projectId, answers }: { projectId: string; answers: readonly GivenAnswer[] },
  check: (tx: Tx) => Promise<Brief>,
): Promise<JudgedAnswers> {
  if (answers.length === 0) return { given: [], withdrawn: [] }
  const { organizationId } = actor
  const said = new Map(answers.map(({ postId, fits }) => [postId, fits]))
  const asked = answers.flatMap(({ postId: id, fits }, index) =>
    fits === null ? [] : [{ id, path: `body.answers.${index}.post_id` }],
  )
  const { brief, posts } = await deps.db.transaction(organizationScope(organizationId), async (tx) => ({
    brief: await check(tx),
    posts: await requireVisiblePosts(tx, { organizationId, projectId }, asked),
  }))
  const judged = await judgeKept(deps, planBrief(brief), posts)
  return {
    given: judged.map(({ post, judgement }) => ({
      postId: post.id,
      fits: said.get(post.id) === true,
      base: logOddsOf(judgement.score),
    })),
    withdrawn: answers.filter(({ fits }) => fits === null).map(({ postId }) => postId),
  }
}
