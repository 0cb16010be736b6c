import { z } from 'zod'
import type { ChannelPost } from './channel.ts'
import { idAt } from './instance.ts'
import { cleanText } from './markup.ts'

const optionalText = z.string().nullish().catch(null)
const optionalCount = z.int().nullish().catch(null)
const flag = z.boolean().nullish().catch(null)
const address = z.url({ protocol: /^https?$/ })

const View = z.object({
  post: z.object({
    name: optionalText,
    body: optionalText,
    published: z.string().min(10),
    ap_id: address,
    deleted: flag,
    removed: flag,
  }),
  creator: z
    .object({ name: z.string().min(1), display_name: optionalText, actor_id: address })
    .nullish()
    .catch(null),
  community: z
    .object({ name: z.string().min(1), title: optionalText, actor_id: address })
    .nullish()
    .catch(null),
  counts: z.object({ score: optionalCount, comments: optionalCount }).nullish().catch(null),
})
type LemmyView = z.infer<typeof View>

export function readViews(entries: readonly unknown[]): { views: LemmyView[]; received: number } {
  return { views: entries.flatMap((entry) => View.safeParse(entry).data ?? []), received: entries.length }
}

/** Undefined for a post that was deleted there, or has no time. */
export function presentView({ post, creator, community, counts }: LemmyView, instance: URL): ChannelPost | undefined {
  const postedAt = timeOf(post.published)
  if (post.deleted || post.removed || postedAt === undefined) return undefined
  return {
    platform: 'lemmy',
    externalId: idAt(instance, post.ap_id),
    kind: 'post',
    url: post.ap_id,
    author: creator
      ? {
          externalId: creator.actor_id,
          name: cleanText(creator.display_name ?? '') || creator.name,
          url: creator.actor_id,
        }
      : null,
    title: post.name == null ? null : cleanText(post.name),
    text: cleanText(post.body ?? ''),
    postedAt,
    community: community
      ? {
          externalId: community.actor_id,
          name: community.name,
          displayName: cleanText(community.title ?? '') || community.name,
        }
      : null,
    replies: counts?.comments ?? null,
    points: counts?.score ?? null,
    license: null,
  }
}

/** Old servers leave the zone out and mean UTC. */
function timeOf(published: string): Date | undefined {
  const at = new Date(/(?:Z|[+-]\d\d:?\d\d)$/.test(published) ? published : `${published}Z`)
  return Number.isNaN(at.getTime()) ? undefined : at
}
