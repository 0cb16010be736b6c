import type { ProjectIds } from '../../platform/actor.ts'
import { ChannelError } from '../../channels/channel.ts'
import { retentionScope } from '../../platform/scopes.ts'
import type { RetentionDependencies } from './retention-dependencies.ts'
import { selectClaimingProjects, type DuePost } from './retention-store.ts'

const HOUR_MS = 3_600_000

interface Groups {
  /** Posts that are looked up together; without an asker, with the installation's key if it has one. */
  asked: { asker: ProjectIds | null; posts: DuePost[] }[]
  /** Posts that no available key could look up. */
  nobodys: DuePost[]
}

/**
 * Groups posts by who can look them up: where a platform answers only projects' own keys, a project that has them as
 * leads. Elsewhere posts are grouped by server, since one may be down while others answer.
 */
export async function groupByAsker(
  deps: Pick<RetentionDependencies, 'db' | 'clock' | 'keyFor'>,
  { platform, isByProjects }: { platform: string; isByProjects: boolean },
  due: readonly DuePost[],
): Promise<Groups> {
  if (!isByProjects) return { asked: byHost(due), nobodys: [] }
  const holders = await deps.db.transaction(retentionScope(), (tx) =>
    selectClaimingProjects(
      tx,
      due.map(({ id }) => id),
    ),
  )
  const hasKey = rememberKeys(deps, platform)
  const groups = new Map<string, { asker: ProjectIds; posts: DuePost[] }>()
  const nobodys: DuePost[] = []
  for (const post of due) {
    const own = holders.filter(({ postId }) => postId === post.id)
    const asker = await findAsker(inTurn(own, deps.clock.now()), hasKey)
    if (!asker) nobodys.push(post)
    else {
      const group = groups.get(asker.projectId) ?? { asker, posts: [] }
      groups.set(asker.projectId, { ...group, posts: [...group.posts, post] })
    }
  }
  return { asked: [...groups.values()], nobodys }
}

function byHost(posts: readonly DuePost[]): Groups['asked'] {
  const groups = Object.groupBy(posts, ({ url }) => (URL.canParse(url) ? new URL(url).host : ''))
  return Object.values(groups).map((some = []) => ({ asker: null, posts: some }))
}

/**
 * Starts with another project each hour, so that all share the cost and a refused key does not block one that works.
 */
function inTurn<T>(holders: readonly T[], now: Date): T[] {
  const first = holders.length === 0 ? 0 : Math.floor(now.getTime() / HOUR_MS) % holders.length
  return [...holders.slice(first), ...holders.slice(0, first)]
}

async function findAsker(
  holders: readonly ProjectIds[],
  hasKey: (asker: ProjectIds) => Promise<boolean>,
): Promise<ProjectIds | undefined> {
  for (const holder of holders) {
    if (await hasKey(holder)) return holder
  }
  return undefined
}

/** Whether a project has a key that opens, asked once each; the keys themselves are not kept. */
function rememberKeys({ keyFor }: Pick<RetentionDependencies, 'keyFor'>, platform: string) {
  const known = new Map<string, Promise<boolean>>()
  return (asker: ProjectIds): Promise<boolean> => {
    const found = known.get(asker.projectId) ?? opens(() => keyFor(platform, asker))
    known.set(asker.projectId, found)
    return found
  }
}

/** False for a channel that its project has turned off: its key is not used. */
async function opens(open: () => Promise<unknown>): Promise<boolean> {
  try {
    return (await open()) !== null
  } catch (error) {
    if (error instanceof ChannelError) return false
    throw error
  }
}
