import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { createLocalEmbedder } from '@leadlight/engine/embedding/local-embedder'
import { createJudge } from '@leadlight/engine/judge/judge'
import { planSignal } from '@leadlight/engine/plan/plan'
import { systemClock } from '@leadlight/server/platform/clock'
import { startJetstreamDouble, type JetstreamDouble } from '@leadlight/testing/doubles/jetstream-double'
import type { Pool } from 'pg'
import { NODE_FLAGS } from '@leadlight/testing/node-flags'
import { issueToken, SECRET_KEY, sessionTokens } from '../list/capture.ts'
import { startOwnPostgres, withDatabase } from '../list/own-postgres.ts'
import { postText } from './made-up.ts'
import { listenForLeads, type Listeners } from './listen-for-leads.ts'
import { percentile, readStages, type Stages } from './stages.ts'
import { seedMonitors, type MonitoredProject } from './seed-monitors.ts'

const INSTALLATION = fileURLToPath(new URL('installation.ts', import.meta.url))
const LEADS_PER_POST = 0.1
const LISTENERS = 150
const GOAL_MS = { p50: 25, p99: 250 }
const TICK_MS = 10
/** Texts differ from run to run. */
const POSTS_PER_RUN_MAX = 100_000
const WAIT_FOR_LAST_MS = 20_000

interface Row {
  signals: number
  postsPerSecond: number
  seconds: number
  leads: number
  missing: number
  p50: number
  p99: number
  stages: Stages
  /** How many processes of the machine wanted a core during the measurement, ours among them. */
  machineLoad: number
}

/**
 * Measures the time from a post's arrival at the stream to its lead on an open event stream, through the whole product
 * on PostgreSQL, with stand-ins for the models. It states the models' own time separately.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      signals: { type: 'string', default: '1000,10000,100000' },
      posts: { type: 'string', default: '200' },
      seconds: { type: 'string', default: '30' },
      runs: { type: 'string', default: '1' },
      json: { type: 'string' },
    },
  })
  const models = await timeModels()
  const rows: Row[] = []
  for (const signals of values.signals.split(',').map(Number)) {
    const load = { signals, postsPerSecond: Number(values.posts), seconds: Number(values.seconds) }
    rows.push(...(await measure(load, Number(values.runs))))
  }
  console.table(rows.map(({ stages, ...row }) => ({ ...row, ...describe(stages) })))
  console.log(`The models take, a post: ${models.embedMs} ms to compare by meaning, ${models.judgeMs} ms to judge.`)
  console.log(`The goal is ${GOAL_MS.p50} ms at the median and ${GOAL_MS.p99} ms at the 99th percentile.`)
  if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify({ models, rows }, null, 2)}\n`)
}

interface Load {
  signals: number
  postsPerSecond: number
  seconds: number
}

async function measure(load: Load, runs: number): Promise<Row[]> {
  const postgres = await startOwnPostgres({ keepsWrites: true })
  const jetstream = await startJetstreamDouble({ startAt: new Date(), clock: systemClock })
  try {
    return await withDatabase({ databaseUrl: postgres.superuserUrl }, async ({ pool }) => {
      const environment = { DATABASE_URL: postgres.ownerUrl, JETSTREAM_URL: jetstream.url }
      // What is done once for all projects of a new installation is done while there are none.
      const empty = await start(environment)
      await untilSettled(pool)
      await empty.stop()
      const projects = (await seedMonitors(pool, load.signals)).slice(0, LISTENERS)
      const product = await start(environment)
      try {
        const stage = { projects, jetstream, listeners: await openStreams(product.url, { projects, jetstream }) }
        const rows: Row[] = []
        for (let run = 0; run < runs; run++) rows.push(await timeLeads(load, { ...stage, pool, run }))
        stage.listeners.close()
        return rows
      } finally {
        await product.stop()
      }
    })
  } finally {
    await jetstream.close()
    await postgres.stop()
  }
}

async function untilSettled(pool: Pool): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ offered: string | null }>('select offered from monitoring_state')
    if (rows[0]?.offered != null) return
    await sleep(200)
  }
}

interface Stage {
  projects: MonitoredProject[]
  jetstream: JetstreamDouble
  listeners: Listeners
}

async function openStreams(url: string, { projects, jetstream }: Omit<Stage, 'listeners'>): Promise<Listeners> {
  // A worker that listens has loaded all signals.
  while (jetstream.listeners() === 0) await sleep(100)
  const tokens = sessionTokens()
  const listeners = await listenForLeads(
    url,
    await Promise.all(
      projects.map(async (project) => ({ projectId: project.projectId, token: await issueToken(tokens, project) })),
    ),
  )
  await warm(jetstream, listeners, projects)
  return listeners
}

async function timeLeads(load: Load, { pool, run, ...stage }: Stage & { pool: Pool; run: number }): Promise<Row> {
  const { listeners } = stage
  await tellPosts(load, { ...stage, from: run * POSTS_PER_RUN_MAX })
  const machineLoad = percentile([loadavg()[0] ?? NaN], 0)
  const until = performance.now() + WAIT_FOR_LAST_MS
  while (listeners.waiting() > 0 && performance.now() < until) await sleep(50)
  const { came, missing } = listeners.take()
  const took = came.map(({ sentAt, receivedAt }) => receivedAt - sentAt).toSorted((a, b) => a - b)
  const [p50, p99] = [percentile(took, 0.5), percentile(took, 0.99)]
  const row = { ...load, leads: took.length, missing, p50, p99, machineLoad, stages: await readStages(pool, came) }
  console.log(JSON.stringify(row))
  return row
}

async function warm(jetstream: JetstreamDouble, listeners: Listeners, projects: MonitoredProject[]): Promise<void> {
  for (let number = 0; number < 20; number++) {
    const project = projects[number % projects.length]
    if (!project) continue
    listeners.expect(project.projectId, `w${number}`)
    jetstream.sendPost(`w${number}`, postText(9_000_000 + number, project.subjects[0]))
    while (listeners.waiting() > 0) await sleep(20)
  }
  listeners.take()
}

/** Sends posts at an even pace. One in ten is about a signal of a project whose last lead has arrived. */
async function tellPosts(
  { postsPerSecond, seconds }: Omit<Load, 'signals'>,
  { projects, jetstream, listeners, from }: Stage & { from: number },
): Promise<void> {
  const begun = performance.now()
  let told = 0
  let wanted = 0
  while (told < postsPerSecond * seconds) {
    const due = Math.min(postsPerSecond * seconds, Math.floor(((performance.now() - begun) / 1000) * postsPerSecond))
    for (; told < due; told++) {
      const number = from + told
      const isWanted = (told + 1) * LEADS_PER_POST > wanted + 1
      const project = isWanted ? projects[wanted % projects.length] : undefined
      if (isWanted) wanted += 1
      if (project && listeners.isIdle(project.projectId)) {
        const subject = project.subjects[1 + (wanted % (project.subjects.length - 1))]
        listeners.expect(project.projectId, `p${number}`)
        jetstream.sendPost(`p${number}`, postText(number, subject))
      } else jetstream.sendPost(`p${number}`, postText(number, undefined))
    }
    await sleep(TICK_MS)
  }
}

function describe(stages: Stages): Record<string, string> {
  return Object.fromEntries(
    Object.entries(stages).map(([stage, times]: [string, number[]]) => [stage, times.join(' / ')]),
  )
}

async function start(environment: Record<string, string>): Promise<{ url: string; stop: () => Promise<void> }> {
  const child = spawn(process.execPath, [...NODE_FLAGS, INSTALLATION], {
    env: {
      ...process.env,
      ...environment,
      PORT: '0',
      HOST: '127.0.0.1',
      SESSION_CALLS_PER_MINUTE: '0',
      ORGANIZATION_CALLS_PER_MINUTE: '0',
      SECRET_KEY,
      STACK_EXCHANGE_SITES: '',
    },
    // It ends with this process, however that ends.
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (text: Buffer) => {
      const found = /ready (\S+)/.exec(text.toString())?.[1]
      if (found !== undefined) resolve(found)
    })
    child.once('exit', (code) => reject(new Error(`The installation ended with ${code}`)))
  })
  return {
    url,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** The time of the real models for a post of a few sentences, on an otherwise idle machine. */
async function timeModels(): Promise<{ embedMs: number; judgeMs: number }> {
  const posts = Array.from({ length: 64 }, (_, number) => ({
    title: null,
    text: `I run a small bakery and need software to plan shifts. Which one do people here use? It should cost less than ${number} a month.`,
    platform: 'bluesky',
    kind: 'post',
  }))
  const embedder = createLocalEmbedder()
  const judge = createJudge({ embedder })
  const plan = planSignal('Bakers asking for software to plan shifts')
  const timed = async (work: () => Promise<unknown>) => {
    await work()
    const begun = performance.now()
    await work()
    return Math.round(((performance.now() - begun) / posts.length) * 100) / 100
  }
  const embedMs = await timed(() => embedder.embed(posts.map(({ text }) => text)))
  const judgeMs = await timed(() => judge.judge(plan, posts))
  await embedder.close()
  return { embedMs, judgeMs }
}
