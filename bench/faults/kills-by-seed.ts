import { appendFile, readFile } from 'node:fs/promises'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { createDice, type Dice } from '@leadlight/engine/testing/dice'
import type { Finding } from './fault.ts'
import { crashPostgres, cutConnections } from './kills.ts'
import { searchThrough } from './searches.ts'
import { startFixture, type Fixture } from './fixture.ts'

const KILLS_PER_SEARCH = 3
const BETWEEN_MS_MAX = 4_000
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
 * Kills whatever the dice of each seed say, while searches run and people work, until so many kills are done. Each round
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
    const fixture = await startFixture()
    try {
      for (const each of left) {
        const round = await killOnce(fixture, each)
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

async function killOnce(fixture: Fixture, seed: number): Promise<Round> {
  const dice = createDice(`kills-${seed}`)
  const killed: string[] = []
  const found: Finding = await searchThrough(fixture, async () => {
    let sinceMs = performance.now()
    for (let kill = 0; kill < KILLS_PER_SEARCH; kill += 1) {
      await sleep(dice.share() * BETWEEN_MS_MAX)
      const victim = dice.share()
      sinceMs = performance.now()
      killed.push(await killOne(fixture, victim, dice))
    }
    await fixture.heal()
    return sinceMs
  })
  const { lost, doubled, broken = [], recoveredMs } = found
  return { seed, killed, lost, doubled, broken, recoveredMs: recoveredMs === null ? null : Math.round(recoveredMs) }
}

async function killOne(fixture: Fixture, victim: number, dice: Dice): Promise<string> {
  const { api, workers } = fixture
  if (victim < 0.2) {
    await crashPostgres(fixture)
    return 'PostgreSQL'
  }
  if (victim < 0.3) {
    await cutConnections(fixture)
    return 'connections'
  }
  const programs = victim < 0.5 ? [api] : workers
  const program = programs[Math.floor(dice.share() * programs.length)] ?? api
  await program.kill()
  await program.start()
  return program === api ? 'API' : 'worker'
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
