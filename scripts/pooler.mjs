// Finds a PgBouncer for the tests behind a pooler, or installs Debian's if there are apt and root. Otherwise those
// tests say what they need.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

export function ensurePooler() {
  if (existsSync('/usr/sbin/pgbouncer') || !existsSync('/usr/bin/apt-get') || process.getuid?.() !== 0) return
  console.log('Installing PgBouncer from Debian…')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  execFileSync('apt-get', ['update', '-qq'], { stdio: 'inherit', env })
  execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'pgbouncer'], { stdio: 'inherit', env })
  // The package starts a service, which nobody asked for here.
  if (existsSync('/run/systemd/system'))
    execFileSync('systemctl', ['disable', '--now', 'pgbouncer'], { stdio: 'inherit' })
}
