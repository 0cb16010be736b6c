import type { BodyOf } from '@leadlight/contract/endpoint'
import type * as contract from '@leadlight/contract/slack'
import type { SlackChannel, SlackChannelConfig, SlackConnection } from '@leadlight/contract/slack'
import useSWR, { useSWRConfig, type SWRResponse } from 'swr'
import * as calls from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { keys } from '../../lib/keys.ts'

/** Slack gives a page at a time; in a workspace with more channels than this one is found by its name. */
const PAGES_MAX = 10
/** A search ends at the first that has the name in it, and else after so many calls, of thousands of channels each. */
const SEARCH_CALLS_MAX = 10

/** How the project stands with Slack. */
export function useSlackConnection(projectId: string) {
  return useSWR<SlackConnection, unknown>(keys.slackConnection(projectId), () =>
    call(calls.getSlackConnection, { params: { projectId } }),
  )
}

/** Which channels are told of which leads, oldest first. */
export function useSlackConfigs(projectId: string) {
  return useSWR<SlackChannelConfig[], unknown>(keys.slackConfigs(projectId), () =>
    call(calls.listSlackChannelConfigs, { params: { projectId } }),
  )
}

export interface KnownChannels {
  channels: SlackChannel[]
  /** Whether there are more than were asked for. */
  hasMore: boolean
}

/** The workspace's channels by name. Asked for anew with each dialog, since Slack does not tell when they change. */
export function useSlackChannels(projectId: string): SWRResponse<KnownChannels, unknown> {
  return useSWR<KnownChannels, unknown>(keys.slackChannels(projectId), () => readChannels(projectId), {
    revalidateOnMount: true,
    shouldRetryOnError: false,
  })
}

async function readChannels(projectId: string): Promise<KnownChannels> {
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

/** The first channels of the workspace that have this in their name; none where Slack lists none. */
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

/** What can be done with Slack. Every failure is thrown on, for the place where it was tried to say it. */
export function useSlackChanges(projectId: string) {
  const { mutate } = useSWRConfig()
  const params = { projectId }
  const renew = () => Promise.all([mutate(keys.slackConnection(projectId)), mutate(keys.slackConfigs(projectId))])
  return {
    /** Answers where at Slack it goes on. */
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
