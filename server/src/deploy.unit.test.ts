import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse, parseAllDocuments } from 'yaml'
import { z } from 'zod'
import { expect, onTestFinished, test } from 'vitest'
import { NODE_FLAGS } from '@leadlight/testing/node-flags'
import { systemClock } from './platform/clock.ts'
import { readConfig } from './platform/config.ts'
import { closeDataFolder } from './platform/data-folder.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string) => readFileSync(`${ROOT}${path}`, 'utf8')

const Probe = z.strictObject({
  httpGet: z.strictObject({ path: z.string(), port: z.string() }),
  periodSeconds: z.number(),
  timeoutSeconds: z.number(),
  failureThreshold: z.number().optional(),
})
const Container = z.object({
  image: z.string(),
  args: z.array(z.string()).optional(),
  command: z.array(z.string()).optional(),
  env: z.array(z.strictObject({ name: z.string(), value: z.string() })).default([]),
  envFrom: z.array(z.union([z.strictObject({ configMapRef: z.object({ name: z.string() }) }), z.strictObject({ secretRef: z.object({ name: z.string() }) })])), // oxfmt-ignore
  ports: z.array(z.strictObject({ name: z.string(), containerPort: z.number() })).default([]),
  startupProbe: Probe.optional(),
  readinessProbe: Probe.optional(),
  livenessProbe: Probe.optional(),
  lifecycle: z.object({ preStop: z.object({ exec: z.object({ command: z.tuple([z.literal('sleep'), z.string()]) }) }) }).optional(), // oxfmt-ignore
  securityContext: z.object({ allowPrivilegeEscalation: z.literal(false), readOnlyRootFilesystem: z.literal(true), capabilities: z.object({ drop: z.tuple([z.literal('ALL')]) }) }), // oxfmt-ignore
  resources: z.object({ requests: z.record(z.string(), z.string()), limits: z.record(z.string(), z.string()) }),
  volumeMounts: z.array(z.strictObject({ name: z.string(), mountPath: z.string() })),
})
const Labels = z.record(z.string(), z.string())
const Pod = z.object({
  metadata: z.object({ labels: Labels }),
  spec: z.object({
    automountServiceAccountToken: z.literal(false),
    terminationGracePeriodSeconds: z.number(),
    securityContext: z.object({
      runAsNonRoot: z.literal(true),
      runAsUser: z.number(),
      runAsGroup: z.number(),
      fsGroup: z.number(),
    }),
    containers: z.tuple([Container]),
    volumes: z.array(z.looseObject({ name: z.string() })),
  }),
})
interface Manifest {
  kind: string
  metadata: { name: string }
  data?: Record<string, string>
  stringData?: Record<string, string>
  spec?: {
    template?: unknown
    jobTemplate?: { spec: { template: unknown; activeDeadlineSeconds?: number } }
    selector?: unknown
    ports?: unknown
  }
}

const documents = globSync(`${ROOT}deploy/kubernetes/*.yaml`).flatMap((path) =>
  parseAllDocuments(readFileSync(path, 'utf8')),
)
// What is used of them is checked by the shapes above.
const manifests = documents.map((document) => document.toJS() as Manifest)
const find = (kind: string, name: string) => manifests.find((one) => one.kind === kind && one.metadata.name === name)
const pods = manifests.flatMap(({ metadata, spec }) => {
  const template = spec?.template ?? spec?.jobTemplate?.spec.template
  return template === undefined ? [] : [{ name: metadata.name, pod: Pod.parse(template) }]
})
const example: Record<string, string> = {
  ...find('ConfigMap', 'leadlight')?.data,
  ...find('Secret', 'leadlight')?.stringData,
}
/** As an operator fills the example in. */
const settings = { ...example, SECRET_KEY: 'f'.repeat(64), METRICS_TOKEN: 'f'.repeat(64) }
const variables = [...read('server/src/platform/config.ts').matchAll(/^ {2}([A-Z][A-Z_]+): /gm)].map(([, name]) => name)

/** A constant of the code, which the files of a deployment repeat. */
function numberIn(path: string, before: string): number {
  const found = new RegExp(`${before}([\\d_]+)`).exec(read(path))?.[1]
  if (found === undefined) throw new Error(`${path} has no ${before}`)
  return Number(found.replaceAll('_', ''))
}

/**
 * The longest that stopping in order takes: a start under way, running requests, jobs, the embedded engine, traces. What a
 * statement on PostgreSQL takes on top is cut: its jobs are handed back by then, and the server rolls it back.
 */
const stopSeconds =
  [
    numberIn('server/src/main.ts', 'START_STOP_MS = '),
    numberIn('server/src/platform/web-server.ts', 'stopMs: '),
    numberIn('server/src/start.ts', 'JOBS_STOP_MS = '),
    numberIn('server/src/platform/embedded/embedded-engine.ts', 'STOP_MS = '),
    numberIn('server/src/platform/tracing/trace-exporter.ts', 'STOP_MS = '),
  ].reduce((sum, ms) => sum + ms) / 1000

test('there are an API, a worker and a backup', () => {
  expect(documents.flatMap(({ errors }) => errors)).toEqual([])
  expect(pods.map(({ name }) => name).toSorted()).toEqual(['leadlight-api', 'leadlight-backup', 'leadlight-worker'])
})

test.each(pods)('$name runs the image as it is made', ({ pod }) => {
  const [container] = pod.spec.containers
  const docker = read('Dockerfile')
  const { version } = JSON.parse(read('package.json')) as { version: string }
  expect(container.image).toBe(`registry.example.com/leadlight:${version}`)
  const { runAsUser, runAsGroup, fsGroup } = pod.spec.securityContext
  expect(docker).toContain(`USER ${runAsUser}:${runAsGroup}\n`)
  expect(fsGroup).toBe(runAsGroup)
  expect(docker).toContain('VOLUME /data\n')
  expect(container.volumeMounts.map(({ mountPath }) => mountPath)).toEqual(['/data', '/tmp'])
  expect(pod.spec.volumes.map(({ name }) => name)).toEqual(container.volumeMounts.map(({ name }) => name))
  for (const path of container.command?.slice(1) ?? []) expect(existsSync(ROOT + path)).toBe(true)
})

test('secrets that were left as the example has them are refused', () => {
  expect(() => readConfig(example)).toThrow('SECRET_KEY')
  expect(() => readConfig({ ...settings, METRICS_TOKEN: example['METRICS_TOKEN'] })).toThrow('METRICS_TOKEN')
})

test.each(pods)('$name has settings that the program takes, and time to stop', ({ pod }) => {
  const [{ env, args = [], lifecycle, envFrom }] = pod.spec.containers
  expect(envFrom).toEqual([{ configMapRef: { name: 'leadlight' } }, { secretRef: { name: 'leadlight' } }])
  const given = { ...settings, ...Object.fromEntries(env.map(({ name, value }) => [name, value])) }
  expect(variables).toEqual(expect.arrayContaining(Object.keys(given)))
  expect(readConfig(given).databaseUrl).toBeDefined()
  const roles = /RUN_ROLES = \[(.*)\]/.exec(read('server/src/start.ts'))?.[1]
  for (const arg of args) expect(roles).toContain(`'${arg.replace('--role=', '')}'`)
  const waited = Number(lifecycle?.preStop.exec.command[1] ?? 0)
  expect(pod.spec.terminationGracePeriodSeconds).toBeGreaterThan(stopSeconds + waited)
})

test.each(pods.filter(({ name }) => name !== 'leadlight-backup'))(
  '$name is watched where it answers',
  ({ name, pod }) => {
    const [{ env, ports, startupProbe, readinessProbe, livenessProbe }] = pod.spec.containers
    const config = readConfig(Object.fromEntries(env.map((one) => [one.name, one.value])))
    expect(ports[0]?.containerPort).toBe(name === 'leadlight-worker' ? config.workerPort : config.port)
    const served = [...read('server/src/platform/probes.ts').matchAll(/hono\.get\('([^']+)'/g)].map(([, path]) => path)
    for (const probe of [startupProbe, readinessProbe, livenessProbe]) {
      expect(served).toContain(probe?.httpGet.path)
      expect(probe?.httpGet.port).toBe(ports[0]?.name)
    }
    expect(livenessProbe?.httpGet.path).toBe('/healthz')
    // Nothing is answered before the database is migrated, which may take this long.
    const { periodSeconds = 0, failureThreshold = 0 } = startupProbe ?? {}
    expect(periodSeconds * failureThreshold).toBeGreaterThanOrEqual(2 * 60 * 60)
    // `/readyz` answers within this, whatever the database does.
    expect(readinessProbe?.timeoutSeconds).toBeGreaterThan(
      numberIn('server/src/platform/database.ts', 'CHECK_MS = ') / 1000,
    )
  },
)

test('a backup that hangs ends before the next is due', () => {
  const deadline = find('CronJob', 'leadlight-backup')?.spec?.jobTemplate?.spec.activeDeadlineSeconds
  expect(deadline).toBeLessThan(24 * 60 * 60)
})

test('selectors find their pods, and the service its port', () => {
  const labels = (name: string) => pods.find((one) => one.name === name)?.pod.metadata.labels
  for (const name of ['leadlight-api', 'leadlight-worker']) {
    expect(find('Deployment', name)?.spec?.selector).toEqual({ matchLabels: labels(name) })
    expect(find('PodDisruptionBudget', name)?.spec?.selector).toEqual({ matchLabels: labels(name) })
  }
  const service = find('Service', 'leadlight')?.spec
  expect(service?.selector).toEqual(labels('leadlight-api'))
  expect(service?.ports).toEqual([{ name: 'http', port: 80, targetPort: 'http' }])
})

test('the compose file has settings that the program takes, and time to stop', () => {
  const { services } = parse(read('compose.yaml')) as {
    services: { leadlight: { environment: object; stop_grace_period: string } }
  }
  const { environment, stop_grace_period: grace } = services.leadlight
  expect(variables).toEqual(expect.arrayContaining(Object.keys(environment)))
  expect(Number.parseInt(grace, 10)).toBeGreaterThan(stopSeconds)
})

test('own pages that the docs have a pod copy lie where they are read', async () => {
  const [, block = ''] = /```yaml\n(initContainers:[^`]*)```/.exec(read('docs/operating.md')) ?? []
  const [{ command }] = (parse(block) as { initContainers: [{ command: [string, string, string] }] }).initContainers
  const folder = mkdtempSync(join(tmpdir(), 'leadlight-pages-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  // As the root of a volume that belongs to root.
  const [data, pages] = [join(folder, 'data'), join(folder, 'pages')]
  for (const path of [data, pages]) mkdirSync(path)
  chmodSync(data, 0o1777)
  writeFileSync(join(pages, 'terms.md'), 'Ours.', { mode: 0o644 })
  const [shell, option, script] = command
  const moved = script.replaceAll('/data/', `${data}/`).replaceAll('/pages/*', `${pages}/*`)
  const copy = () => execFileSync(shell, [option, moved])
  copy()
  const dataDir = await closeDataFolder(data, { clock: systemClock })
  expect(dataDir).not.toBe(data)
  expect(readFileSync(join(dataDir, 'pages/terms.md'), 'utf8')).toBe('Ours.')
  // A pod that is started again keeps the folder.
  copy()
  expect(await closeDataFolder(data, { clock: systemClock })).toBe(dataDir)
})

test('the unit of systemd runs the server as it is started elsewhere, and gives it time to stop', () => {
  const unit = read('deploy/leadlight.service')
  const valueOf = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)?.[1] ?? ''
  const [node, ...args] = valueOf('ExecStart').split(' ')
  expect(args).toEqual([...NODE_FLAGS, 'server/src/main.ts'])
  const { optionalDependencies = {} } = JSON.parse(read('package.json')) as Record<string, object>
  const folder = valueOf('WorkingDirectory')
  const nodes = Object.keys(optionalDependencies).filter((name) => name.startsWith('node-linux-'))
  expect(nodes.map((name) => `${folder}/node_modules/${name}/bin/node`)).toContain(node)
  // What the unit does not name, its comment does.
  for (const name of nodes) expect(unit).toContain(name)
  const names = valueOf('Environment')
    .split(' ')
    .map((setting) => setting.split('=')[0])
  expect([...variables, 'NODE_ENV', 'MALLOC_ARENA_MAX']).toEqual(expect.arrayContaining(names))
  expect(Number(valueOf('TimeoutStopSec'))).toBeGreaterThan(stopSeconds)
})

test('the image runs the server as it is started elsewhere, and the docs give it time to stop', () => {
  const entry = /^ENTRYPOINT (\[.*\])$/m.exec(read('Dockerfile'))?.[1] ?? '[]'
  expect(JSON.parse(entry)).toEqual(['node', ...NODE_FLAGS, 'server/src/main.ts'])
  expect(numberIn('docs/operating.md', 'docker run .*--stop-timeout ')).toBeGreaterThan(stopSeconds)
})

test('what the compose file starts cannot fill the disk with its log, nor PostgreSQL run out of shared memory', () => {
  const { services } = parse(read('compose.yaml')) as {
    services: Record<string, { logging?: object; shm_size?: string }>
  }
  const logging = { driver: 'local', options: { 'max-size': '20m', 'max-file': '5' } }
  for (const service of Object.values(services)) expect(service.logging).toEqual(logging)
  expect(services['postgres']?.shm_size).toBe('256mb')
})

test('the compose command of the docs makes a password and a secret once, which git and the image leave out', () => {
  const [, command = ''] = /`compose\.yaml` starts it[^`]*```sh\n([^`]*)```/.exec(read('docs/operating.md')) ?? []
  const folder = mkdtempSync(join(tmpdir(), 'leadlight-compose-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const standIns = {
    openssl: 'head -c "$3" /dev/urandom | od -An -v -tx1 | tr -d " \\n"',
    docker: 'if [ -e .env ]; then . ./.env; fi; echo "$POSTGRES_PASSWORD $SECRET_KEY" >> starts',
  }
  for (const [name, script] of Object.entries(standIns))
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o700 })
  const env = { PATH: `${folder}:${process.env['PATH']}` }
  for (const _ of ['first', 'second']) execFileSync('sh', ['-ec', command], { cwd: folder, env })
  const [first = '', second] = readFileSync(join(folder, 'starts'), 'utf8').split('\n')
  expect(first).toMatch(/^[a-z\d]{32,} [a-z\d]{32,}$/)
  expect(second).toBe(first)
  expect(statSync(join(folder, '.env')).mode & 0o777).toBe(0o600)
  const names = [...read('compose.yaml').matchAll(/\$\{(\w+):\?/g)].map(([, name]) => `${name}=`)
  for (const name of names) expect(readFileSync(join(folder, '.env'), 'utf8')).toContain(name)
  expect(read('.gitignore')).toContain('\n/.env\n')
  expect(read('.dockerignore')).toContain('\n.env\n')
})
