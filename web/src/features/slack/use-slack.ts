import type { BodyOf } from '@leadlight/contract/endpoint'
import type * as contract from '@leadlight/contract/slack'
import type { SlackChannel, SlackChannelConfig, SlackConnection } from '@leadlight/contract/slack'
import useSWR, { useSWRConfig, type SWRResponse } from 'swr'
import * as calls from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { keys } from '../../lib/keys.ts'

/** Slack lists channels page by page; beyond these pages a channel is found by name. */
const PAGES_MAX = 10
/** A search ends at the first page with a match, or after this many calls of thousands of channels each. */
const SEARCH_CALLS_MAX = 10

/** The project's Slack connection. */
export function useSlackConnection(projectId: string) {
  return useSWR<SlackConnection, unknown>(keys.slackConnection(projectId), () =>
    call(calls.getSlackConnection, { params: { projectId } }),
  )
}

/** The rules of which channel is notified of which leads, oldest first. */
export function useSlackConfigs(projectId: string) {
  return useSWR<SlackChannelConfig[], unknown>(keys.slackConfigs(projectId), () =>
    call(calls.listSlackChannelConfigs, { params: { projectId } }),
  )
}

export interface ListedChannels {
  channels: SlackChannel[]
  /** Whether there are more than were read. */
  hasMore: boolean
}

/** The workspace's channels by name. Refetched for each dialog, since Slack reports no changes. */
export function useSlackChannels(projectId: string): SWRResponse<ListedChannels, unknown> {
  return useSWR<ListedChannels, unknown>(keys.slackChannels(projectId), () => readChannels(projectId), {
    revalidateOnMount: true,
    shouldRetryOnError: false,
  })
}

async function readChannels(projectId: string): Promise<ListedChannels> {
  const channels: SlackChannel[] = []
  let cursor: string | null = null
  for (let pages = 0; pages < PAGES_MAX; pages++) {
    const query: { cursor?: string } = cursor === null ? {} : { cursor }
    const page: { items: SlackChannel[]; next_cursor: string | null } = await call(calls.listSlackChannels, {
      params: { projectId },
      query,
    })
    channels.push(...page.items)
    cursor = page.next_cursor
    if (cursor === null) break
  }
  channels.sort((a, b) => a.name.localeCompare(b.name))
  return { channels, hasMore: cursor !== null }
}

/** The first channels with this in their name; none if Slack lists none. */
export async function findSlackChannels(projectId: string, name: string): Promise<SlackChannel[]> {
  let cursor: string | null = null
  for (let calling = 0; calling < SEARCH_CALLS_MAX; calling++) {
    const query: { name: string; cursor?: string } = cursor === null ? { name } : { name, cursor }
    const page: { items: SlackChannel[]; next_cursor: string | null } = await call(calls.listSlackChannels, {
      params: { projectId },
      query,
    })
    if (page.items.length > 0) return page.items
    cursor = page.next_cursor
    if (cursor === null) break
  }
  return []
}

/** Changes to the Slack connection. Failures are thrown, so the component can report them in place. */
export function useSlackChanges(projectId: string) {
  const { mutate } = useSWRConfig()
  const params = { projectId }
  const renew = () => Promise.all([mutate(keys.slackConnection(projectId)), mutate(keys.slackConfigs(projectId))])
  return {
    /** Returns the URL at Slack to go on to. */
    async connect(): Promise<string> {
      return (await call(calls.connectSlack, { params })).authorization_url
    },
    async disconnect(): Promise<void> {
      await call(calls.disconnectSlack, { params })
      await renew()
    },
    async setDefault(channel: { id: string; name: string } | null): Promise<void> {
      const query = { channel_id: channel?.id ?? '', channel_name: channel?.name ?? '' }
      await mutate(keys.slackConnection(projectId), await call(calls.setSlackDefaultChannel, { params, query }), false)
    },
    async add(body: BodyOf<typeof contract.createSlackChannelConfig>): Promise<void> {
      await call(calls.createSlackChannelConfig, { params, body })
      await renew()
    },
    async change(id: string, body: BodyOf<typeof contract.updateSlackChannelConfig>): Promise<void> {
      await call(calls.updateSlackChannelConfig, { params: { projectId, id }, body })
      await renew()
    },
    async remove(id: string): Promise<void> {
      await call(calls.deleteSlackChannelConfig, { params: { projectId, id } })
      await renew()
    },
    async test(channelId: string) {
      const result = await call(calls.sendSlackTest, { params, body: { channel_id: channelId } })
      await renew()
      return result
    },
  }
}

export type SlackChanges = ReturnType<typeof useSlackChanges>
