import { monthOf } from '@leadlight/domain/credits'
import { expect } from 'vitest'
import { isNearDuplicate } from '@leadlight/engine/language/near-duplicate'
import type { World } from './world.ts'

const PRICE = 500
const SLACK_MS = 30 * 60_000
const NOTHING: unknown[] = []

/** Checks money, posts and watches whenever no worker runs. */
export async function expectSound(world: World): Promise<void> {
  await expectMoneyAgrees(world)
  await expectBudgetsKept(world)
  await expectPostsAgree(world)
  await expectLooksAgree(world)
}

async function expectMoneyAgrees({ ask, driver, forgotten }: World): Promise<void> {
  const unbalanced = await ask(`
    select account.organization_id, balance, sum(amount) from credit_account account
    join credit_entry entry on entry.organization_id = account.organization_id
    group by account.organization_id, balance having balance <> sum(amount) or balance < 0`)
  expect(unbalanced).toEqual(NOTHING)
  const unsettled = await ask(`
    select key from credit_entry held where kind = 'hold' and key like 'monitor:%' and not exists (
      select from credit_entry entry where entry.organization_id = held.organization_id and entry.key = held.key || ':release')`)
  expect(unsettled).toEqual(NOTHING)
  const [{ charged, judged } = { charged: 0, judged: 0 }] = await ask<{ charged: number; judged: number }>(`
    select (select coalesce(-sum(amount), 0) from credit_entry where kind = 'charge')::integer as charged,
      (select count(*) from judgement)::integer as judged`)
  // Every verdict was paid for once, and nothing else was judged.
  expect({ charged, judged: judged + forgotten }).toEqual({ charged: driver.judged() * PRICE, judged: driver.judged() })
  const mischarged = await ask(
    `select project.id from project where
       (select coalesce(-sum(amount), 0) from credit_entry entry where entry.project_id = project.id and kind = 'charge')
       <> $1 * (select count(*) from judgement join intent_signal on intent_signal.id = judgement.intent_signal_id
          where intent_signal.project_id = project.id)`,
    [PRICE],
  )
  expect(mischarged).toEqual(NOTHING)
}

async function expectBudgetsKept({ ask, driver, budgets }: World): Promise<void> {
  const rows = await ask<{ id: string; month: string; spent: string }>(
    'select intent_signal_id as id, month, spent from signal_monitor where spent > 0',
  )
  const passed = rows.filter(({ id, month, spent }) => {
    const last = budgets.get(id)?.findLast((change) => change.month <= month)
    const allowed = last?.month === month ? last.most : (last?.budget ?? 0)
    return Number(spent) > allowed * 1000 || month > monthOf(driver.now())
  })
  expect(passed).toEqual(NOTHING)
}

async function expectPostsAgree({ ask, driver }: World): Promise<void> {
  const month = monthOf(driver.now())
  const left = await ask(
    `select candidate.intent_signal_id, candidate.post_id, candidate.state from monitor_candidate candidate
     join signal_monitor monitor on monitor.intent_signal_id = candidate.intent_signal_id
     join credit_account account on account.organization_id = candidate.organization_id
     where candidate.state = 'held' or (candidate.state = 'waiting' and not (monitor.enabled
       and (account.balance < $1 or monitor.monthly_budget - case when monitor.month = $2 then monitor.spent else 0 end < $1)))`,
    [PRICE, month],
  )
  // What waits, waits for money.
  expect(left).toEqual(NOTHING)
  const disagreeing = await ask(`
    select candidate.intent_signal_id, candidate.post_id, candidate.state, judgement.kept from monitor_candidate candidate
    full join judgement on judgement.intent_signal_id = candidate.intent_signal_id and judgement.post_id = candidate.post_id
    where (candidate.state = 'judged') is distinct from (judgement.post_id is not null)`)
  expect(disagreeing).toEqual(NOTHING)
  const unled = await ask(`
    select judgement.intent_signal_id, judgement.post_id, judgement.kept from judgement
    join intent_signal on intent_signal.id = judgement.intent_signal_id and intent_signal.deleted_at is null
    left join (lead join lead_match on lead_match.lead_id = lead.id)
      on lead.post_id = judgement.post_id and lead_match.intent_signal_id = judgement.intent_signal_id
        and lead.project_id = intent_signal.project_id
    where judgement.kept <> (lead.id is not null)`)
  expect(unled).toEqual(NOTHING)
  expect(await ask('select from signal_monitor where batch is not null')).toEqual(NOTHING)
}

async function expectLooksAgree({ ask, driver, slowestMs }: World): Promise<void> {
  // For what was listened to throughout. What a stream dropped is reported as a gap.
  const holes = await ask(`
    select * from (
      select watch_id, window_from, lag(window_to) over (partition by watch_id order by window_to, id) as before
      from watch_look where error is null) look
    where window_from > before and exists (
      select from (select watch_id, since, 'infinity'::timestamptz as until_at from watch_project
        union all select watch_id, from_at, until_at from watch_stretch) listened
      where listened.watch_id = look.watch_id and listened.since <= before and listened.until_at >= window_from)
      and not exists (
        select from watch_gap gap join watch stream on stream.id = gap.watch_id and stream.way = 'stream'
        where stream.id = look.watch_id and gap.from_at <= look.before
          and coalesce(gap.to_at, 'infinity') >= look.window_from)`)
  expect(holes).toEqual(NOTHING)
  const behind = await ask(`
    select watch.id, watch.read_to, max(look.window_to) from watch
    left join watch_look look on look.watch_id = watch.id and look.error is null
    group by watch.id, watch.read_to having watch.read_to <> coalesce(max(look.window_to), watch.created_at) and exists (
      select from watch_project own where own.watch_id = watch.id
        and own.since <= coalesce(max(look.window_to), watch.created_at))`)
  expect(behind).toEqual(NOTHING)
  const misplaced = await ask(`
    select candidate.post_id from monitor_candidate candidate join watch_look look on look.id = candidate.look_id
    join watch on watch.id = look.watch_id join post on post.id = candidate.post_id
    where post.platform <> watch.platform or post.posted_at < look.window_from - interval '1 second' or post.posted_at > look.window_to`)
  expect(misplaced).toEqual(NOTHING)
  const uncounted = await ask(`
    select look.id, look.seen, count(distinct candidate.post_id) from watch_look look
    join monitor_candidate candidate on candidate.look_id = look.id
    group by look.id, look.seen having count(distinct candidate.post_id) > look.seen`)
  expect(uncounted).toEqual(NOTHING)
  // Exactly those affected by a gap are told of it.
  const untold = await ask(`
    select id, platform, source, error from watch
    where (error is not null) <> exists (select from watch_gap gap where gap.watch_id = watch.id and gap.to_at is null)`)
  expect(untold).toEqual(NOTHING)
  const unread = await ask<{ id: string; platform: string; read_to: Date }>(`
    select id, platform, read_to from watch where error is null and id in (select watch_id from watch_project)`)
  const late = unread.filter(({ platform, read_to: readTo }) => {
    const everyMs = slowestMs.get(platform) ?? driver.monitoring.everyMs
    return driver.now().getTime() - readTo.getTime() > 2 * everyMs + SLACK_MS
  })
  expect(late).toEqual(NOTHING)
}

/** Checks the state once everything has worked again for long enough. Resolves with how many gaps there were. */
export async function expectMadeGood({ ask, signals }: World): Promise<number> {
  const open = await ask(`
    select gap.id, gap.reason from watch_gap gap
    where gap.watch_id in (select watch_id from watch_project)
      and (gap.to_at is null or (gap.backfilled_at is null and not gap.lost) or gap.reason = '' or gap.to_at < gap.from_at)`)
  expect(open).toEqual(NOTHING)
  const posts = await ask<ArrivedPost>(`
    select candidate.intent_signal_id as signal, candidate.state, post.fingerprint, post.id, post.posted_at
    from monitor_candidate candidate join post on post.id = candidate.post_id`)
  // The post it repeats may have waited, and been dropped since.
  const mayBeLetGo = ({ signal, posted_at: at }: ArrivedPost) =>
    signals.some(({ id, droppedAt }) => id === signal && droppedAt.some((letGo) => letGo >= at))
  const bySignal = Map.groupBy(posts, ({ signal }) => signal)
  const alone = posts.filter(
    (post) =>
      post.state === 'repeated' &&
      !mayBeLetGo(post) &&
      !(bySignal.get(post.signal) ?? []).some(
        (other) =>
          other.id !== post.id && other.state !== 'repeated' && isNearDuplicate(other.fingerprint, post.fingerprint),
      ),
  )
  // A post dropped as a duplicate repeats one that was not.
  expect(alone).toEqual(NOTHING)
  return (await ask('select from watch_gap')).length
}

interface ArrivedPost {
  id: string
  signal: string
  state: string
  fingerprint: Buffer
  posted_at: Date
}
