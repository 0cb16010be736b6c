import { z } from 'zod'
import { changedReply, parseReply } from './ask-platform.ts'
import type { PlatformAnswer } from './ask-platform.ts'
import type { ChannelPost } from './channel.ts'
import { fromJson } from './from-json.ts'
import { hostOf, idAt } from './instance.ts'
import { cleanText, htmlToText } from './markup.ts'

export const MASTODON = 'Mastodon'

const optionalText = z.string().nullish().catch(null)
const optionalCount = z.int().nullish().catch(null)
const flag = z.boolean().nullish().catch(null)

const Status = z.object({
  id: z.string().min(1),
  created_at: z.iso.datetime({ offset: true }),
  url: z
    .url({ protocol: /^https?$/ })
    .nullish()
    .catch(null),
  uri: optionalText,
  content: z.string(),
  visibility: optionalText,
  in_reply_to_id: optionalText,
  replies_count: optionalCount,
  favourites_count: optionalCount,
  account: z.object({
    acct: z.string().min(1),
    display_name: optionalText,
    url: z
      .url({ protocol: /^https?$/ })
      .nullish()
      .catch(null),
    bot: flag,
    noindex: flag,
  }),
})
export type MastodonStatus = z.infer<typeof Status>

/** What a server says about the application that owns a token. */
export const AppReply = z.object({ name: z.string() })

export const StatusReply = z.object({ id: z.string() })
export const InstanceReply = z.object({
  title: z.string().catch(''),
  configuration: z
    .object({ urls: z.object({ streaming: z.url({ protocol: /^(wss?|https?)$/ }) }) })
    .optional()
    .catch(undefined),
})
const FoundReply = z.object({ statuses: z.array(z.unknown()) })

interface StatusPage {
  statuses: MastodonStatus[]
  received: number
  /** The id below which the next page begins; null where none could be read. */
  lastId: string | null
}

export function readStatuses(answer: PlatformAnswer): StatusPage {
  return usable(parseReply(answer, z.array(z.unknown()), MASTODON))
}

export function readFound(answer: PlatformAnswer): StatusPage {
  return usable(parseReply(answer, FoundReply, MASTODON).statuses)
}

/** A status as a stream sends it; undefined where the text is none. */
export function readStatus(text: string): MastodonStatus | undefined {
  return Status.safeParse(fromJson(text)).data
}

function usable(entries: readonly unknown[]): StatusPage {
  const statuses = entries.flatMap((entry) => Status.safeParse(entry).data ?? [])
  if (entries.length > 0 && statuses.length === 0) throw changedReply(MASTODON)
  return { statuses, received: entries.length, lastId: statuses.at(-1)?.id ?? null }
}

/** Undefined for statuses that are not public, a bot's, or by somebody who asks not to be indexed. */
export function presentStatus(
  { account, ...status }: MastodonStatus,
  { instance, tag }: { instance: URL; tag: string | null },
): ChannelPost | undefined {
  const url = status.url ?? `${instance.origin}/@${account.acct}/${status.id}`
  if (account.noindex || account.bot || (status.visibility ?? 'public') !== 'public') return undefined
  const handle = account.acct.includes('@') ? account.acct : `${account.acct}@${instance.host}`
  const host = hostOf(instance)
  return {
    platform: 'mastodon',
    externalId: idAt(instance, url),
    kind: status.in_reply_to_id == null ? 'post' : 'comment',
    url,
    author: { externalId: handle, name: cleanText(account.display_name ?? '') || handle, url: account.url ?? null },
    title: null,
    text: htmlToText(status.content),
    postedAt: new Date(status.created_at),
    community:
      tag === null
        ? { externalId: instance.origin, name: host, displayName: host }
        : { externalId: `${instance.origin}#${tag}`, name: `#${tag}`, displayName: `#${tag} on ${host}` },
    replies: status.replies_count ?? null,
    points: status.favourites_count ?? null,
    license: null,
  }
}
