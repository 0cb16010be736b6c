import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import process from 'node:process'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { createLocalEmbedder } from '@leadlight/server/ai/local-embedder'
import { createJudge } from '@leadlight/server/matching/judge'
import { planSignal } from '@leadlight/server/matching/plan'
import { systemClock } from '@leadlight/server/platform/clock'
import { startJetstreamDouble, type JetstreamDouble } from '@leadlight/server/testing/doubles/jetstream-double'
import type { Pool } from 'pg'
import { issueToken, SECRET_KEY, sessionTokens } from '../list/capture.ts'
import { startOwnPostgres, withDatabase } from '../list/own-postgres.ts'
import { postText } from './made-up.ts'
import { listenForLeads, type Listeners } from './listen-for-leads.ts'
import { percentile, readStages, type Journey, type Stages } from './stages.ts'
import { seedMonitors, type MonitoredProject } from './seed-monitors.ts'

const INSTALLATION = fileURLToPath(new URL('installation.ts', import.meta.url))
const LEADS_PER_POST = 0.1
const LISTENERS = 150
const GOAL_MS = { p50: 25, p99: 250 }
const TICK_MS = 10
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
}

/**
 * How long a post takes from its arrival at the stream to its lead on an open event stream, through the whole product on
 * PostgreSQL, with stand-ins for the models; what the models themselves take is stated beside it.
 */
export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      signals: { type: 'string', default: '1000,10000,100000' },
      posts: { type: 'string', default: '200' },
      seconds: { type: 'string', default: '30' },
      json: { type: 'string' },
    },
  })
  const models = await timeModels()
  const rows: Row[] = []
  for (const signals of values.signals.split(',').map(Number)) {
    const row = await measure({ signals, postsPerSecond: Number(values.posts), seconds: Number(values.seconds) })
    rows.push(row)
    console.log(JSON.stringify(row))
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

async function measure(load: Load): Promise<Row> {
  const postgres = await startOwnPostgres({ keepsWrites: true })
  const jetstream = await startJetstreamDouble({ startAt: new Date(), clock: systemClock })
  try {
    return await withDatabase({ databaseUrl: postgres.superuserUrl }, async ({ pool }) => {
      const projects = (await seedMonitors(pool, load.signals)).slice(0, LISTENERS)
      const product = await start({ DATABASE_URL: postgres.ownerUrl, JETSTREAM_URL: jetstream.url })
      try {
        const isSettled = () => untilSettled(pool)
        const { came, missing } = await timeLeads(load, { projects, jetstream, url: product.url, isSettled })
        const took = came.map(({ toldAt, heardAt }) => heardAt - toldAt).toSorted((a, b) => a - b)
        const [p50, p99] = [percentile(took, 0.5), percentile(took, 0.99)]
        return { ...load, leads: took.length, missing, p50, p99, stages: await readStages(pool, came) }
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
  url: string
  /** Resolves once the product has done what it does once for all projects after it was set up. */
  isSettled: () => Promise<void>
}

async function timeLeads(
  { postsPerSecond, seconds }: Load,
  { projects, jetstream, url, isSettled }: Stage,
): Promise<{ came: Journey[]; missing: number }> {
  // Whoever listens knows all signals.
  while (jetstream.listeners() === 0) await sleep(100)
  await isSettled()
  const tokens = sessionTokens()
  const listeners = await listenForLeads(
    url,
    await Promise.all(
      projects.map(async (project) => ({ projectId: project.projectId, token: await issueToken(tokens, project) })),
    ),
  )
  await warm(jetstream, listeners, projects)
  await tellPosts({ postsPerSecond, seconds }, { projects, jetstream, listeners })
  const until = performance.now() + WAIT_FOR_LAST_MS
  while (listeners.waiting() > 0 && performance.now() < until) await sleep(50)
  listeners.close()
  return { came: listeners.came(), missing: listeners.waiting() }
}

async function warm(jetstream: JetstreamDouble, listeners: Listeners, projects: MonitoredProject[]): Promise<void> {
  for (let number = 0; number < 20; number++) {
    const project = projects[number % projects.length]
    if (!project) continue
    listeners.expect(project.projectId, `w${number}`)
    jetstream.tellPost(`w${number}`, postText(9_000_000 + number, project.subjects[0]))
    while (listeners.waiting() > 0) await sleep(20)
  }
  listeners.came().length = 0
}

/** At an even pace; one in ten is about a signal of a project whose last lead has arrived. */
async function tellPosts(
  { postsPerSecond, seconds }: Omit<Load, 'signals'>,
  {
    projects,
    jetstream,
    listeners,
  }: { projects: MonitoredProject[]; jetstream: JetstreamDouble; listeners: Listeners },
): Promise<void> {
  const begun = performance.now()
  let told = 0
  let wanted = 0
  while (told < postsPerSecond * seconds) {
    const due = Math.min(postsPerSecond * seconds, Math.floor(((performance.now() - begun) / 1000) * postsPerSecond))
    for (; told < due; told++) {
      const isWanted = (told + 1) * LEADS_PER_POST > wanted + 1
      const project = isWanted ? projects[wanted % projects.length] : undefined
      if (isWanted) wanted += 1
      if (project && listeners.isIdle(project.projectId)) {
        const subject = project.subjects[1 + (wanted % (project.subjects.length - 1))]
        listeners.expect(project.projectId, `p${told}`)
        jetstream.tellPost(`p${told}`, postText(told, subject))
      } else jetstream.tellPost(`p${told}`, postText(told, undefined))
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
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', INSTALLATION], {
    env: { ...process.env, ...environment, PORT: '0', HOST: '127.0.0.1', SECRET_KEY, STACK_EXCHANGE_SITES: '' },
    // It ends with us, however we end.
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

/** What the real models take for a post of a few sentences, on a machine that does nothing else. */
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
