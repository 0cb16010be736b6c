import { packVector } from '@leadlight/engine/embedding/vector-bytes'
import { createDuplicateIndex } from '@leadlight/engine/index/duplicate-index'
import { embeddedText } from '@leadlight/engine/index/prefilter'
import { postText } from '@leadlight/engine/language/post-text'
import type { FoundTheme } from '@leadlight/engine/themes/find-themes'
import { selectChannelPosts, type ChannelPost } from '../../core/posts/channel-posts.ts'
import { lockLivePosts } from '../../core/posts/live-posts.ts'
import { saveVectors } from '../../core/posts/posts.ts'
import { lockProjectForShare } from '../../core/projects/lock-project.ts'
import { deferSuppressing, withoutSuppressed } from '../../core/suppression/suppressed-authors.ts'
import type { ProjectIds } from '../../platform/actor.ts'
import { installationScope, organizationScope } from '../../platform/scopes.ts'
import { selectJudgedForProject } from '../judgements/judgements.ts'
import { findListenedChannels } from '../monitoring/find-listened-channels.ts'
import { findTurnedOff } from '../sources/find-turned-off.ts'
import type { ThemeDependencies } from './theme-dependencies.ts'
import { finishRun, postponeRun, replaceThemes, selectFormer } from './theme-store.ts'
import type { ThemeQuestion } from './theme-worker.ts'
import { DAY_MS, THEME_DAYS } from './theme-weeks.ts'

const POSTS_MAX = 20_000
/** What a post is about, and the quote that says it, stand early. */
const CHARACTERS_MAX = 2_000
/** Most posts have their vectors already; so many others get one, the newest first. */
const EMBEDDED_MAX = 2_000
const EMBEDDED_AT_ONCE = 64
const NEXT_MS = 7 * DAY_MS
/** A project without themes may have some tomorrow. */
const NEXT_WITHOUT_MS = DAY_MS
/** A run that fails for good is tried again after so long. */
const AFTER_FAILURE_MS = 6 * 60 * 60_000

export interface GroupingDependencies extends Omit<ThemeDependencies, 'channels'> {
  /** Groups posts, in a thread of its own: it takes seconds. */
  group: (question: ThemeQuestion) => Promise<FoundTheme[]>
}

type Ready = ChannelPost & { vector: Uint8Array }

/**
 * Finds the themes of a project's last four weeks anew. A theme that goes on from a former one keeps its id. Posts that
 * were erased meanwhile, or whose authors objected, are left out.
 */
export async function findProjectThemes(
  deps: GroupingDependencies,
  ids: ProjectIds,
  signal: AbortSignal,
): Promise<void> {
  const { organizationId } = ids
  const now = deps.clock.now()
  const scope = organizationScope(organizationId)
  const read = await deps.db.transaction(scope, async (tx) => {
    if (!(await lockProjectForShare(tx, organizationId, ids.projectId))) return undefined
    await postponeRun(tx, ids, { dueAt: new Date(now.getTime() + AFTER_FAILURE_MS) })
    const found = await selectFormer(tx, ids)
    return { former: found, posts: await readPosts(tx, deps, ids, now) }
  })
  if (!read) return
  const posts = await embedMissing(deps, withoutRepeats(read.posts), signal)
  const question = posts.map((post) => ({ id: post.id, text: postText(post), vector: post.vector }))
  const themes = await deps.group({ posts: question, ...read.former })
  signal.throwIfAborted()
  await deps.db.transaction(scope, async (tx) => {
    if (!(await lockProjectForShare(tx, organizationId, ids.projectId))) return
    // Somebody may have objected, or been erased, while posts were grouped.
    await deferSuppressing(tx, organizationId)
    const grouped = new Set(themes.flatMap((theme) => theme.posts.map(({ id }) => id)))
    const among = posts.filter(({ id }) => grouped.has(id))
    const welcome = new Set(
      (await withoutSuppressed(tx, deps.suppression, { organizationId, posts: among })).map(({ id }) => id),
    )
    const live = await lockLivePosts(tx, [...welcome])
    const kept = themes.map(({ formerId, posts: own }) => ({
      id: formerId ?? deps.newId(),
      posts: own.filter(({ id }) => live.has(id)).map(({ id, ...post }) => ({ postId: id, ...post })),
    }))
    await replaceThemes(tx, ids, { themes: kept, now })
    const dueAt = new Date(now.getTime() + (kept.length === 0 ? NEXT_WITHOUT_MS : NEXT_MS))
    await finishRun(tx, ids, { madeAt: now, posts: posts.length, dueAt })
  })
}

async function readPosts(
  tx: Parameters<typeof selectChannelPosts>[0],
  { suppression }: Pick<ThemeDependencies, 'suppression'>,
  ids: ProjectIds,
  now: Date,
): Promise<ChannelPost[]> {
  const { organizationId, projectId } = ids
  const since = new Date(now.getTime() - THEME_DAYS * DAY_MS)
  const posts = await selectChannelPosts(tx, {
    project: ids,
    listened: await findListenedChannels(tx, organizationId, projectId),
    judgedIds: await selectJudgedForProject(tx, ids, { since, limit: POSTS_MAX }),
    since,
    until: now,
    limit: POSTS_MAX,
    without: await findTurnedOff(tx, organizationId, projectId),
    charactersMax: CHARACTERS_MAX,
  })
  return withoutSuppressed(tx, suppression, { organizationId, posts })
}

/** The same words are one conversation. */
function withoutRepeats(posts: readonly ChannelPost[]): ChannelPost[] {
  const known = createDuplicateIndex()
  return posts.filter(({ id, fingerprint }) => {
    if (fingerprint === null) return true
    if (known.find(fingerprint) !== undefined) return false
    known.add(fingerprint, id)
    return true
  })
}

/** Those with a vector, after the newest without one got theirs, which are saved with the posts. */
async function embedMissing(
  { db, embedder }: Pick<ThemeDependencies, 'db' | 'embedder'>,
  posts: readonly ChannelPost[],
  signal: AbortSignal,
): Promise<Ready[]> {
  const missing = posts
    .filter(({ vector, vectorModel }) => vector === null || vectorModel !== embedder.model)
    .slice(0, EMBEDDED_MAX)
  const made = new Map<string, Uint8Array>()
  for (let at = 0; at < missing.length; at += EMBEDDED_AT_ONCE) {
    signal.throwIfAborted()
    const some = missing.slice(at, at + EMBEDDED_AT_ONCE)
    const vectors = await embedder.embed(some.map(embeddedText))
    const fresh = some.flatMap(({ id }, place) => (vectors[place] ? [{ id, vector: packVector(vectors[place]) }] : []))
    await db.transaction(installationScope(), (tx) => saveVectors(tx, embedder.model, fresh))
    for (const { id, vector } of fresh) made.set(id, vector)
  }
  return posts.flatMap((post) => {
    const vector = made.get(post.id) ?? (post.vectorModel === embedder.model ? post.vector : null)
    return vector ? [{ ...post, vector }] : []
  })
}
