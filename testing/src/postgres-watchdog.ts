// node postgres-watchdog.ts <bin> <folder> <keeps-writes|loses-writes> <user id> <group id>: runs a throwaway
// PostgreSQL until its standard input ends, which also happens when its parent is killed; then stops it and removes the
// folder. `halt` stops PostgreSQL alone, and `resume` starts it again; it prints `ready` and `halted`.
import { execFileSync, spawn } from 'node:child_process'
import { chownSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'

const [bin = '', folder = '', durability = '', uid = '', gid = ''] = process.argv.slice(2)
const data = join(folder, 'data')
const as = uid === '' ? {} : { uid: Number(uid), gid: Number(gid) }
const env = { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' }

mkdirSync(data, { recursive: true, mode: 0o700 })
if (uid !== '') chownSync(data, Number(uid), Number(gid))
execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync'], {
  ...as,
  env,
  cwd: data,
})

const settings = {
  listen_addresses: '',
  unix_socket_directories: data,
  ...(durability !== 'keeps-writes' && { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  max_connections: '200',
  // Costs more than it saves on tables as small as a test's.
  jit: 'off',
  shared_buffers: '64MB',
  wal_level: 'minimal',
  max_wal_senders: '0',
}
const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
let isHalting = false
let isStopping = false
let server = start()

function start() {
  const started = spawn(join(bin, 'postgres'), ['-D', data, ...options], {
    ...as,
    env,
    cwd: data,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  started.stderr.on('data', (lines: Buffer) => {
    if (lines.includes('ready to accept connections')) process.stdout.write('ready\n')
    else process.stderr.write(lines)
  })
  started.on('exit', (code) => {
    if (isHalting && !isStopping) process.stdout.write('halted\n')
    else clearUp(code)
  })
  return started
}

function clearUp(code: number | null): never {
  rmSync(folder, { recursive: true, force: true })
  process.exit(code ?? 1)
}

function stop(): void {
  isStopping = true
  if (server.exitCode === null && server.signalCode === null) server.kill('SIGQUIT')
  else clearUp(0)
}

function obey(word: string): void {
  isHalting = word === 'halt'
  if (isHalting) server.kill('SIGINT')
  else server = start()
}

// Once nobody listens any more, PostgreSQL's output while stopping must not stop the clean-up.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => stop())
process.stdin
  .on('end', stop)
  .on('error', stop)
  .on('data', (line: Buffer) => obey(line.toString().trim()))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop)
