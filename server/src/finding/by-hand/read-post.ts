import { createHash } from 'node:crypto'
import type { bringPosts } from '@leadlight/contract/by-hand'
import type { BodyOf } from '@leadlight/contract/endpoint'
import { BY_HAND } from '@leadlight/domain/by-hand'
import { withoutReordering } from '@leadlight/domain/directions'
import { readAddress } from '../../core/posts/post-address.ts'
import { toNewPost } from '../matching/collect-page.ts'
import type { NewPost } from '../matching/kept-posts.ts'

/** What links carry only to count who follows them. */
const COUNTING = /^(?:utm_.+|fbclid|gclid|trk|trackingid|rcm|igsh(?:id)?)$/iu

export type Brought = BodyOf<typeof bringPosts>['items'][number]

export interface ReadPost {
  post: NewPost
  /** By which the project's leads are known again. */
  address: string
}

/**
 * What somebody brought as a post that is stored. It is known again by its address, and by its project, whose own it
 * is: nobody's words for a page become another project's.
 */
export function readPost(
  brought: Brought,
  { projectId, id, now }: { projectId: string; id: string; now: Date },
): ReadPost {
  const url = addressOfPost(brought.url)
  const { host } = new URL(url)
  const place = host.replace(/^www\./u, '')
  const address = readAddress(url)?.toLowerCase() ?? url
  const author = brought.author ?? ''
  const post = toNewPost(
    {
      platform: BY_HAND,
      externalId: createHash('sha256').update(`${projectId}\n${address}`).digest('hex'),
      kind: 'post',
      url,
      author:
        author === ''
          ? null
          : { externalId: brought.author_url ?? `${place}/${author}`, name: author, url: brought.author_url ?? null },
      title: withoutReordering(brought.title ?? '') || null,
      text: withoutReordering(brought.text),
      postedAt: brought.posted_at === undefined ? now : new Date(brought.posted_at),
      community: { externalId: place, name: place, displayName: place },
      replies: null,
      points: null,
      license: null,
    },
    id,
  )
  return { post, address }
}

/** The address under which a page is known again: without its fragment and without what only counts its visitors. */
function addressOfPost(url: string): string {
  const parsed = new URL(url)
  parsed.hash = ''
  const counting = [...parsed.searchParams.keys()].filter((name) => COUNTING.test(name))
  for (const name of counting) parsed.searchParams.delete(name)
  return parsed.href
}
