import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { freePort } from './free-port.ts'
import { until } from './until.ts'

const [SERVER, TOOL] = ['/usr/bin/prometheus', '/usr/bin/promtool']
/** Ends Prometheus when its own input ends, which also happens when its parent is killed. */
const UNTIL_INPUT_ENDS = '"$0" "$@" & cat > /dev/null; kill $!; wait'

const Series = z.object({ metric: z.record(z.string(), z.string()), value: z.tuple([z.number(), z.string()]) })
const Rule = z.object({ name: z.string(), query: z.string(), state: z.string(), health: z.string() })

export interface Prometheus {
  /** What the query gives now. Rejects with Prometheus' own words where it cannot be understood. */
  query(expression: string): Promise<z.output<typeof Series>[]>
  /** The alerts of its rules, each with its query and whether it fires. */
  rules(): Promise<z.output<typeof Rule>[]>
  stop(): Promise<void>
}

/**
 * Starts a Prometheus that scrapes these targets every second as the job `leadlight`. Throws, in one sentence, where
 * there is none.
 */
export async function startPrometheus({
  targets,
  token,
  rulesFile,
}: {
  targets: readonly string[]
  token: string
  rulesFile: string
}): Promise<Prometheus> {
  requireProgram(SERVER)
  const folder = mkdtempSync(join(tmpdir(), 'prometheus-'))
  const configuration = join(folder, 'prometheus.json')
  // JSON is YAML too.
  const job = { job_name: 'leadlight', authorization: { credentials: token }, static_configs: [{ targets }] }
  const every = { scrape_interval: '1s', scrape_timeout: '1s', evaluation_interval: '1s' }
  writeFileSync(configuration, JSON.stringify({ global: every, rule_files: [rulesFile], scrape_configs: [job] }))
  const port = await freePort()
  const flags = [`--config.file=${configuration}`, `--storage.tsdb.path=${join(folder, 'data')}`, `--web.listen-address=127.0.0.1:${port}`] // oxfmt-ignore
  const child = spawn('sh', ['-c', UNTIL_INPUT_ENDS, SERVER, ...flags], { stdio: ['pipe', 'ignore', 'pipe'], detached: true }) // oxfmt-ignore
  let said = ''
  child.stderr.on('data', (text: Buffer) => (said = (said + text.toString()).slice(-2000)))
  const ended = once(child, 'close')
  const origin = `http://127.0.0.1:${port}`
  const stop = async () => {
    child.stdin.end()
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  const isReady = () => fetch(`${origin}/-/ready`).then(({ ok }) => ok, () => false) // oxfmt-ignore
  const early = ended.then(() => Promise.reject(new Error(`Prometheus ended before it served: ${said}`)))
  early.catch(() => {})
  await Promise.race([until(isReady), early])
  return {
    async query(expression) {
      const body = new URLSearchParams({ query: expression })
      const reply = await fetch(`${origin}/api/v1/query`, { method: 'POST', body })
      const answered = z
        .object({ data: z.object({ result: z.array(Series) }).optional(), error: z.string().optional() })
        .parse(await reply.json())
      if (answered.data === undefined) throw new Error(`${expression}: ${answered.error ?? 'no reason'}`)
      return answered.data.result
    },
    async rules() {
      const reply = await fetch(`${origin}/api/v1/rules?type=alert`)
      const shape = z.object({ data: z.object({ groups: z.array(z.object({ rules: z.array(Rule) })) }) })
      return shape.parse(await reply.json()).data.groups.flatMap(({ rules }) => rules)
    },
    stop,
  }
}

/** Runs Debian's tool for rules, and resolves with all it said. Rejects with that where it fails. */
export async function runPromtool(...args: string[]): Promise<string> {
  requireProgram(TOOL)
  const { stdout, stderr } = await promisify(execFile)(TOOL, args)
  return stdout + stderr
}

function requireProgram(path: string): void {
  if (!existsSync(path)) throw new Error('These tests need Prometheus: install Debian\'s package "prometheus".')
}
