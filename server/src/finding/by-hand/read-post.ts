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
/** What an index takes of an author's id, and of a host. */
const ID_MAX = 250

export type Brought = BodyOf<typeof bringPosts>['items'][number]

export interface ReadPost {
  post: NewPost
  /** By which the project's leads are known again. */
  address: string
}

/**
 * What somebody brought as a post that is stored. It is known again by its address, and by its project, whose own it
 * is: nobody's words for a page become another project's. Nothing is written later than now.
 */
export function readPost(
  brought: Brought,
  { projectId, id, now }: { projectId: string; id: string; now: Date },
): ReadPost {
  const url = addressOfPost(brought.url)
  const place = placeOf(url)
  const address = readAddress(url) ?? url
  const said = brought.posted_at === undefined ? now : new Date(brought.posted_at)
  const post = toNewPost(
    {
      platform: BY_HAND,
      externalId: createHash('sha256').update(`${projectId}\n${address}`).digest('hex'),
      kind: 'post',
      url,
      author: authorOf(brought, place),
      title: withoutReordering(brought.title ?? '') || null,
      text: withoutReordering(brought.text),
      postedAt: said < now ? said : now,
      community: { externalId: place, name: place, displayName: place },
      replies: null,
      points: null,
      license: null,
    },
    id,
  )
  return { post, address }
}

/**
 * Who wrote what somebody brought, and where, as `readPost` has them. The words are not read, which takes most of the
 * time.
 */
export function readAuthor(brought: Brought): Pick<NewPost, 'platform' | 'author' | 'community'> {
  const place = placeOf(addressOfPost(brought.url))
  const author = authorOf(brought, place)
  return {
    platform: BY_HAND,
    author: author && { ...author, name: withoutReordering(author.name) },
    community: { externalId: place, name: withoutReordering(place) },
  }
}

/** Somebody is known again by their profile's address, or else by their name at the place, in whatever case. */
function authorOf({ author: name = '', author_url: typed }: Brought, place: string) {
  if (name === '') return null
  const url = typed === undefined ? null : addressOfPost(typed)
  const id = (url === null ? `${place}/${name}` : (readAddress(url) ?? url)).toLowerCase()
  return { externalId: shortened(id), name, url }
}

function placeOf(url: string): string {
  return shortened(new URL(url).host.replace(/^www\./u, ''))
}

function shortened(id: string): string {
  return id.length <= ID_MAX ? id : createHash('sha256').update(id).digest('hex')
}

/** The address without its fragment, a password, and what only counts its visitors. */
function addressOfPost(url: string): string {
  const parsed = new URL(url)
  parsed.hash = ''
  parsed.username = ''
  parsed.password = ''
  const counting = [...parsed.searchParams.keys()].filter((name) => COUNTING.test(name))
  for (const name of counting) parsed.searchParams.delete(name)
  return parsed.href
}
