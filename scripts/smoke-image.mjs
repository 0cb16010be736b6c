// Starts an image's entry point in its mounted root: read-only but for /data and /tmp, as its own user. See smoke-image.sh.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

const [image, inspected] = process.argv.slice(2)
const {
  User: user,
  WorkingDir: folder,
  Entrypoint: entry,
  Env: environment,
} = JSON.parse(readFileSync(inspected, 'utf8')).OCIv1.config
const [owner, group] = user.split(':')
const PORT = 43_117
const READY_WITHIN_MS = 600_000
const STOPPED_WITHIN_MS = 30_000

// A mount namespace of its own: what is mounted goes with the process.
const mounts = `
  mount --rbind "$1" /mnt && mount -o remount,bind,ro /mnt
  mount -t tmpfs -o mode=700,uid=${owner},gid=${group} tmpfs /mnt/data
  mount -t tmpfs -o mode=1777 tmpfs /mnt/tmp
  mount -t proc proc /mnt/proc
  mount --rbind /dev /mnt/dev
  user=$2 folder=$3
  shift 3
  exec chroot --userspec="$user" /mnt /usr/bin/env -C "$folder" -i HOME=/ PORT=${PORT} LOG_LEVEL=error "$@"`
const command = [...environment, ...entry, '--demo']
const child = spawn('unshare', ['--mount', 'sh', '-ec', mounts, 'sh', image, user, folder, ...command], {
  stdio: ['ignore', 'pipe', 'inherit'],
})
const ended = new Promise((done) => child.once('exit', (code, signal) => done(code ?? signal)))
const late = setTimeout(() => fail('It was not ready in time.'), READY_WITHIN_MS)
for await (const line of createInterface(child.stdout)) {
  console.log(line)
  if (line.startsWith('Sign in:')) break
}
clearTimeout(late)
const { status } = await fetch(`http://127.0.0.1:${PORT}/readyz`)
const page = await (await fetch(`http://127.0.0.1:${PORT}/`)).text()
const guide = await fetch(`http://127.0.0.1:${PORT}/guide/`)
if (status !== 200 || !page.includes('<div id="root">') || !guide.ok) fail('It does not serve what it should.')
child.kill('SIGTERM')
setTimeout(() => fail('SIGTERM did not end it in time.'), STOPPED_WITHIN_MS).unref()
const code = await ended
if (code !== 0) fail(`It ended with ${code}.`)
console.log('The image starts, serves the demo, and ends when it is told to.')

function fail(sentence) {
  console.error(sentence)
  child.kill('SIGKILL')
  process.exit(1)
}
