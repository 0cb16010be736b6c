// Starts an image's entry point in its mounted root: read-only but for /data and /tmp, as its own user. See smoke-image.sh.
import { spawn } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
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
const ORIGIN = `http://127.0.0.1:${PORT}`
const READY_WITHIN_MS = 600_000
const STOPPED_WITHIN_MS = 30_000

const foreign = findForeign(image)
if (foreign.length > 0) throw new Error(`The image holds binaries of other platforms: ${foreign.join(', ')}.`)

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
let account = []
for await (const line of createInterface(child.stdout)) {
  console.log(line)
  account = /^Sign in: (\S+) (\S+)$/.exec(line) ?? []
  if (account.length > 0) break
}
clearTimeout(late)
const [, username, password] = account
if (!username) fail(`It ended with ${await ended} before it was ready.`)
const { status } = await fetch(`${ORIGIN}/readyz`)
const page = await (await fetch(ORIGIN)).text()
const guide = await fetch(`${ORIGIN}/guide/`)
if (status !== 200 || !page.includes('<div id="root">') || !guide.ok) fail('It does not serve what it should.')
const { access_token: token } = await ask('/auth/jwt/login', {
  method: 'POST',
  body: new URLSearchParams({ username, password }),
})
const headers = { authorization: `Bearer ${token}` }
const [project] = await ask('/api/v1/project', { headers })
const { items } = await ask(`/api/v1/leads/${project.id}?limit=50`, { headers })
if (items.length === 0) fail('It lists no leads.')
console.log(`It is ready, signs in, and lists ${items.length} leads.`)
const toldMs = performance.now()
child.kill('SIGTERM')
setTimeout(() => fail('SIGTERM did not end it in time.'), STOPPED_WITHIN_MS).unref()
const code = await ended
if (code !== 0) fail(`It ended with ${code}.`)
console.log(`It ended ${Math.ceil(performance.now() - toldMs)} ms after SIGTERM.`)

/** Libraries whose first bytes name another kind of file, or another machine, than those of the image's Node. */
function findForeign(root) {
  const machineOf = (path) => {
    const head = readFileSync(path).subarray(0, 20)
    return `${head.toString('latin1', 0, 5)} ${head.readUInt16LE(18)}`
  }
  const own = machineOf(join(root, 'usr/local/bin/node'))
  const found = globSync('app/**/*.{node,so,so.*,dylib,dll,exe}', { cwd: root, withFileTypes: true })
  const paths = found.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return paths.filter((path) => machineOf(path) !== own)
}

async function ask(path, init) {
  const answer = await fetch(ORIGIN + path, init)
  if (!answer.ok) fail(`${path} answers ${answer.status}: ${await answer.text()}`)
  return answer.json()
}

function fail(sentence) {
  console.error(sentence)
  child.kill('SIGKILL')
  process.exit(1)
}
