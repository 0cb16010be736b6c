import type { Dice } from '../dice.ts'
import type { Fault } from '../doubles/double-server.ts'
import { POLLED, type Polled } from '../monitored-platforms.ts'
import type { DeedName } from './deeds.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

export type WorldEvent = { at: Date } & (
  | { kind: 'faults'; platform: Polled; fault: Fault; times: number }
  | { kind: 'outage'; platform: Polled; fault: Fault; until: Date }
  | { kind: 'recovery'; platform: Polled }
  | { kind: 'absence'; until: Date }
  | { kind: 'deed'; deed: DeedName }
  | { kind: 'day' }
)

/** How often a day, on average, in a world of two hundred signals. */
const DEEDS_PER_DAY: Record<DeedName, number> = {
  reword: 3,
  enable: 2,
  disable: 2,
  'change budget': 3,
  'add source': 1.5,
  'remove source': 1,
  'delete signal': 0.3,
  'delete project': 0.15,
}
const FAULTS_PER_DAY = 12
const OUTAGES_PER_DAY = 0.8
const ABSENCES_PER_DAY = 0.3

const FAULTS: readonly Fault[] = [
  { kind: 'status', status: 500 },
  { kind: 'status', status: 503 },
  { kind: 'status', status: 429, headers: { 'retry-after': '90' } },
  { kind: 'status', status: 429, headers: { 'retry-after': '1800' } },
  { kind: 'status', status: 403, body: '<!doctype html><title>Blocked</title>' },
  { kind: 'reset' },
  { kind: 'reset_mid_body' },
  { kind: 'truncated' },
  { kind: 'html' },
  { kind: 'body', body: '{"unexpected":true}' },
  { kind: 'body', body: 'not what anybody asked for' },
  { kind: 'hang' },
]

/** What happens in the world, in order; each day ends with a look at everything. Each kind of thing happens at least once. */
export function planEvents(dice: Dice, { start, days }: { start: Date; days: number }): WorldEvent[] {
  const events: WorldEvent[] = []
  const time = () => new Date(start.getTime() + dice.share() * days * DAY_MS)
  const often = (perDay: number) => Math.max(1, Math.round(perDay * days))
  for (let n = 0; n < often(FAULTS_PER_DAY); n += 1) {
    events.push({
      at: time(),
      kind: 'faults',
      platform: dice.pick(POLLED),
      fault: dice.pick(FAULTS),
      times: dice.between(1, 3),
    })
  }
  for (let n = 0; n < often(OUTAGES_PER_DAY); n += 1) {
    const [at, platform] = [time(), dice.pick(POLLED)]
    const until = new Date(at.getTime() + dice.between(1, 6) * HOUR_MS)
    events.push(
      { at, kind: 'outage', platform, fault: dice.pick(FAULTS), until },
      { at: until, kind: 'recovery', platform },
    )
  }
  for (let n = 0; n < often(ABSENCES_PER_DAY); n += 1) {
    const at = time()
    events.push({ at, kind: 'absence', until: new Date(at.getTime() + dice.between(1, 8) * HOUR_MS) })
  }
  for (const [deed, perDay] of Object.entries(DEEDS_PER_DAY) as [DeedName, number][]) {
    for (let n = 0; n < often(perDay); n += 1) events.push({ at: time(), kind: 'deed', deed })
  }
  for (let day = 1; day <= days; day += 1) events.push({ at: new Date(start.getTime() + day * DAY_MS), kind: 'day' })
  return events.toSorted((a, b) => a.at.getTime() - b.at.getTime())
}
