import type { ProjectIds } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'
import { findSuppressedPosts } from '../../core/suppression/suppressed-authors.ts'
import type { Suppression } from '../../core/suppression/suppression.ts'

interface Authored {
  platform: string
  author: { externalId: string; name: string; url: string | null } | null
  community: { externalId: string } | null
}

/** The platforms by their hosts: whoever is kept out there is not brought in by hand either. */
const PLATFORMS: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    'bsky.app': 'bluesky',
    'dev.to': 'dev',
    'github.com': 'github',
    'news.ycombinator.com': 'hacker_news',
    'old.reddit.com': 'reddit',
    'producthunt.com': 'product_hunt',
    'reddit.com': 'reddit',
    'twitter.com': 'x',
    'x.com': 'x',
    'youtube.com': 'youtube',
  }),
)

/** The posts whose authors the organization may keep, under what they are called here and at the place itself. */
export async function welcomePosts<Post extends Authored>(
  tx: Tx,
  suppression: Suppression,
  { organizationId }: Pick<ProjectIds, 'organizationId'>,
  posts: readonly Post[],
): Promise<Post[]> {
  const asked = posts.flatMap((post) => namedAs(post).map((one) => ({ ...one, organizationId, post })))
  const shunned = await findSuppressedPosts(tx, suppression, asked)
  const left = new Set(asked.flatMap(({ post }, at) => (shunned.has(at) ? [post] : [])))
  return posts.filter((post) => !left.has(post))
}

/** Whoever wrote it, as they are named here and at the place itself. */
export function namedAs(post: Authored): Pick<Authored, 'platform' | 'author'>[] {
  return [post, ...elsewhere(post)]
}

function elsewhere({ author, community }: Authored): Pick<Authored, 'platform' | 'author'>[] {
  const platform = PLATFORMS.get(community?.externalId ?? '')
  if (platform === undefined || author === null) return []
  const called = author.name.replace(/^(?:@|\/?u\/)/u, '')
  return [{ platform, author: { externalId: called, name: called, url: author.url } }]
}
