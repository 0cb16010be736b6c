import { appendFile, readFile } from 'node:fs/promises'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { createDice, type Dice } from '@leadlight/engine/testing/dice'
import type { Finding } from './fault.ts'
import { crashPostgres, cutConnections } from './kills.ts'
import { backUp, changeMany, writeDraft, type Labour, type Laboured } from './labours.ts'
import { signUpMany } from './mails.ts'
import type { Person } from './person.ts'
import { searchAlone, searchThrough } from './searches.ts'
import { startFixture, type Fixture } from './fixture.ts'

const KILLS_PER_SEARCH = 6
const BETWEEN_MS_MAX = 2_000
const SHOWN = 5

interface Round {
  seed: number
  killed: string[]
  lost: readonly string[]
  doubled: readonly string[]
  broken: readonly string[]
  recoveredMs: number | null
}

/**
 * Kills whatever the dice of each seed say, while searches run, people work, tens of thousands of leads are changed, a
 * draft is written, people sign up and a backup is made, until so many kills are done. Each round
 * depends on its seed alone. With `results`, a line is kept for each and those that are there are not run again. Fails
 * if anything was lost or doubled.
 */
export async function killBySeed({
  kills,
  seed,
  results,
}: {
  kills: number
  seed: number
  results?: string | undefined
}): Promise<void> {
  const rounds = results === undefined ? [] : await readRounds(results)
  const wanted = Math.ceil(kills / KILLS_PER_SEARCH)
  const done = new Set(rounds.map((round) => round.seed))
  const left = Array.from({ length: wanted }, (_, at) => seed + at).filter((each) => !done.has(each))
  if (left.length > 0) {
    const fixture = await startFixture({ isPooled: true })
    try {
      const { person: writer } = await searchAlone(fixture)
      for (const each of left) {
        const round = await killOnce({ fixture, writer }, each)
        rounds.push(round)
        console.log(JSON.stringify(round))
        if (results !== undefined) await appendFile(results, `${JSON.stringify(round)}\n`)
        await fixture.heal()
      }
    } finally {
      await fixture.stop()
    }
  }
  report(rounds)
}

interface Stage {
  fixture: Fixture
  /** Has drafts written. */
  writer: Person
}

async function killOnce({ fixture, writer }: Stage, seed: number): Promise<Round> {
  const dice = createDice(`kills-${seed}`)
  const victims: string[] = []
  const labours: Labour[] = []
  const found: Finding = await searchThrough(fixture, async () => {
    const backup = await backUp(fixture)
    labours.push(
      backup,
      await changeMany(fixture, { read: seed % 2 === 0, key: `kills-${seed}` }),
      await writeDraft(fixture, writer, `kills-${seed}`),
      signUpMany(fixture, `kills-${seed}`),
    )
    let sinceMs = 0
    for (let kill = 0; kill < KILLS_PER_SEARCH; kill += 1) {
      await sleep(dice.share() * BETWEEN_MS_MAX)
      const victim = dice.share()
      const killed = await killOne(fixture, { victim, dice, backup })
      victims.push(killed.what)
      sinceMs = killed.atMs
    }
    await fixture.heal()
    return sinceMs
  })
  const laboured: Partial<Laboured>[] = []
  for (const labour of labours) laboured.push(await labour.end())
  const all = (what: keyof Laboured) => laboured.flatMap((each) => each[what] ?? [])
  const { lost, doubled, broken = [], recoveredMs } = found
  return {
    seed,
    killed: victims,
    lost: [...lost, ...all('lost')],
    doubled: [...doubled, ...all('doubled')],
    broken: [...broken, ...all('broken')],
    recoveredMs: recoveredMs === null ? null : Math.round(recoveredMs),
  }
}

interface Choice {
  /** From 0 to 1. */
  victim: number
  dice: Dice
  backup: Awaited<ReturnType<typeof backUp>>
}

interface Killed {
  what: string
  /** From when on all should be well again: after PostgreSQL's own replay, where it was that which died. */
  atMs: number
}

async function killOne(fixture: Fixture, { victim, dice, backup }: Choice): Promise<Killed> {
  const { api, workers, pooler } = fixture
  const atMs = performance.now()
  if (victim < 0.15) {
    await crashPostgres(fixture)
    return { what: 'PostgreSQL', atMs: performance.now() }
  }
  if (victim < 0.25) {
    await cutConnections(fixture)
    return { what: 'connections', atMs }
  }
  if (victim < 0.4 && pooler) {
    await pooler.kill()
    await pooler.start()
    return { what: 'PgBouncer', atMs }
  }
  if (victim < 0.5 && backup.isUnderWay()) {
    await backup.kill()
    return { what: 'backup', atMs }
  }
  const programs = victim < 0.7 ? [api] : workers
  const program = programs[Math.floor(dice.share() * programs.length)] ?? api
  await program.kill()
  await program.startAgain()
  return { what: program === api ? 'API' : 'worker', atMs }
}

async function readRounds(results: string): Promise<Round[]> {
  const text = await readFile(results, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Round)
}

function report(rounds: readonly Round[]): void {
  const kills = rounds.flatMap(({ killed }) => killed).length
  const times = rounds.flatMap(({ recoveredMs }) => recoveredMs ?? []).toSorted((a, b) => a - b)
  const harmed = rounds.filter(({ lost, doubled, broken }) => lost.length + doubled.length + broken.length > 0)
  const sum = (count: (round: Round) => number) => rounds.reduce((total, round) => total + count(round), 0)
  console.log(
    `${kills} kills in ${rounds.length} searches: ${sum(({ lost }) => lost.length)} lost, ${sum(({ doubled }) => doubled.length)} doubled; ` +
      `well again after ${times[Math.floor(times.length / 2)] ?? 0} ms at the median, ${times.at(-1) ?? 0} ms at most.`,
  )
  for (const round of harmed.slice(0, SHOWN)) console.log(`Seed ${round.seed}: ${JSON.stringify(round)}`)
  if (harmed.length > 0) process.exitCode = 1
}
