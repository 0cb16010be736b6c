import { listLeads } from '@leadlight/contract/leads'
import { createIntentSignal, runSearch } from '@leadlight/contract/signals'
import * as contract from '@leadlight/contract/sources'
import { startAppStoreDouble, type AppStoreDouble } from '@leadlight/testing/doubles/app-store-double'
import { startSteamDouble, type SteamDouble } from '@leadlight/testing/doubles/steam-double'
import { startWordpressDouble, type WordpressDouble } from '@leadlight/testing/doubles/wordpress-double'
import { ASKED, shuffled, writeAskingPost } from '@leadlight/testing/lead-posts'
import { BOOKKEEPING, ended, startSearchFixture, type SearchFixture } from '@leadlight/testing/search-fixture'
import { afterAll, beforeAll, expect, test } from 'vitest'

let fixture: SearchFixture
let steam: SteamDouble
let appStore: AppStoreDouble
let wordpress: WordpressDouble
beforeAll(async () => {
  // The same wishes in each platform's own words, since a post that repeats another is dropped as its duplicate.
  const posts = (first: number, between: string) =>
    ASKED.map((text, index) => writeAskingPost(first + index, { text: shuffled(text, between) }))
  steam = await startSteamDouble({ posts: posts(0, 'I have played with it for some days and wonder:') })
  appStore = await startAppStoreDouble({ posts: posts(10, 'Two stars, as it has no export, so tell me:') })
  wordpress = await startWordpressDouble({ posts: posts(20, 'The plugin broke with the last update, therefore:') })
  const environment = {
    STEAM_STORE_URL: steam.storeUrl,
    APP_STORE_URL: appStore.storeUrl,
    WORDPRESS_URL: wordpress.siteUrl,
  }
  fixture = await startSearchFixture(environment, undefined, [])
})
afterAll(async () => {
  await fixture.close()
  await Promise.all([steam, appStore, wordpress].map((double) => double.close()))
})

test.each([
  {
    platform: 'steam',
    typed: 'https://store.steampowered.com/app/440/Made_Up/',
    name: 'A made-up app',
    url: 'https://store.steampowered.com/app/440',
  },
  {
    platform: 'app_store',
    typed: 'https://apps.apple.com/us/app/made-up/id284882215',
    name: 'A made-up app (us)',
    url: 'https://apps.apple.com/us/app/id284882215',
  },
  {
    platform: 'wordpress',
    typed: 'https://wordpress.org/plugins/made-up-forms/',
    name: 'made-up-forms',
    url: 'https://wordpress.org/support/plugin/made-up-forms',
  },
])(
  'reviews on $platform are read once their app is added, and become leads',
  async ({ platform, typed, name, url }) => {
    const org = await fixture.app.organization()
    const { id: projectId } = await org.project()
    const params = { projectId }
    const added = await org.call(contract.addCommunity, { params, body: { platform, source: typed } })
    expect(added).toMatchObject({ kind: 'community', platform, name, url, health: 'new' })

    const body = { intent_signal: BOOKKEEPING, search_days: 365 }
    const { id: signalId } = await org.call(createIntentSignal, { params, body })
    const { search_id: searchId } = await org.call(runSearch, { params: { projectId, id: signalId } })
    const { channels } = await ended(fixture, org, { projectId, signalId, searchId })
    expect(channels.find((channel) => channel.platform === platform)).toMatchObject({ state: 'done', error: null })
    const { items } = await org.call(listLeads, { params, query: { data_source_filters: platform } })
    expect(items.length).toBeGreaterThan(0)
    expect(new Set(items.map(({ community }) => community))).toEqual(new Set([name]))
    const sources = await org.call(contract.listSources, { params })
    expect(sources.find(({ id }) => id === added.id)).toMatchObject({ health: 'working', error: null })
  },
)
