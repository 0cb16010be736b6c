// Finds the programs that some tests start beside the product, or installs Debian's if there are apt and root. Otherwise
// those tests say what they need.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const SERVICES = [
  { name: 'PgBouncer', package: 'pgbouncer', program: '/usr/sbin/pgbouncer' },
  { name: 'Prometheus', package: 'prometheus', program: '/usr/bin/prometheus' },
]

export function ensureServices() {
  const missing = SERVICES.filter(({ program }) => !existsSync(program))
  if (missing.length === 0 || !existsSync('/usr/bin/apt-get') || process.getuid?.() !== 0) return
  const packages = missing.map((service) => service.package)
  console.log(`Installing ${missing.map(({ name }) => name).join(' and ')} from Debian…`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  execFileSync('apt-get', ['update', '-qq'], { stdio: 'inherit', env })
  execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], { stdio: 'inherit', env })
  // The packages start services, which nobody asked for here.
  if (existsSync('/run/systemd/system'))
    execFileSync('systemctl', ['disable', '--now', ...packages], { stdio: 'inherit' })
}
