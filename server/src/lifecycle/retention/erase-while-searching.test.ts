import { listLeads } from '@leadlight/contract/leads'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openUnfenced } from '@leadlight/testing/open-unfenced'
import { retentionOf } from '@leadlight/testing/kept-posts'
import { ended, startSearch, startSearchFixture, type SearchFixture } from '@leadlight/testing/search-fixture'
import { until } from '@leadlight/testing/until'
import { eraseDeletedPosts } from './erase-deleted-posts.ts'

const CREDITS = { JUDGED_POST_PRICE: '1', MONTHLY_CREDITS: '1000' }

let fixture: SearchFixture
let onPoint: ((name: string) => Promise<void>) | undefined
beforeAll(async () => {
  fixture = await startSearchFixture(CREDITS, (name) => onPoint?.(name) ?? Promise.resolve())
})
afterAll(() => fixture.close())

test.each(['before sift', 'sifted', 'before hold', 'before judge', 'judged', 'before finish'])(
  'posts that are forgotten %s are passed over, the search ends, and no credits stay reserved for them',

  async (point) => {
    const org = await fixture.app.organization()
    const ask = await openUnfenced(fixture.app.database)
    let isForgotten = false
    const gone: string[] = []
    onPoint = async (name) => {
      if (name !== point || isForgotten) return
      isForgotten = true
      const rows = await ask<{ external_id: string; id: string }>(
        `select post.external_id, post.id from search_candidate join post on post.id = post_id
          where organization_id = $1 and platform = 'hacker_news' and gone_at is null`,
        [org.organizationId],
      )
      gone.push(...rows.map(({ id }) => id))
      await eraseDeletedPosts(
        retentionOf(fixture.app),
        'hacker_news',
        rows.map((row) => row.external_id),
      )
    }
    const running = await startSearch(org)
    const search = await ended(fixture, org, running)
    onPoint = undefined

    expect(gone.length).toBeGreaterThan(0)
    expect(search.state).toBe('done')
    const holds = await ask('select kind, sum(amount)::int as sum from credit_entry where organization_id = $1 group by kind', [org.organizationId]) // oxfmt-ignore
    const [account] = await ask<{ balance: string }>('select balance from credit_account where organization_id = $1', [
      org.organizationId,
    ])
    expect(holds.length).toBeGreaterThan(0)
    expect(Number(account?.balance)).toBe(1_000_000 - search.credits_spent * 1000)
    const leads = await org.call(listLeads, { params: { projectId: running.projectId } })
    const kept = await ask<{ title: string | null }>('select title from lead where post_id = any($1) and title is not null', [gone]) // oxfmt-ignore
    expect(kept).toEqual([])
    expect(leads.items.every((lead) => lead.source_deleted_at !== null || lead.excerpt.text !== '')).toBe(true)
    // The next test finds the platform's posts as new ones.
    await ask('delete from lead where organization_id = $1', [org.organizationId])
    await ask('delete from search where organization_id = $1', [org.organizationId])
    await ask('delete from post where gone_at is not null')
    await until(() => isForgotten)
  },
)
