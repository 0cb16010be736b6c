import { parseArgs } from 'node:util'
import { systemClock } from './platform/clock.ts'
import { startAllDoubles } from './testing/doubles/start-all.ts'

const USAGE = `npm run doubles [-- --posts DIR] [--port-base N]

Starts stand-ins for the platforms on this machine, so that the product runs without the internet.
  --posts DIR      .jsonl and .jsonl.gz files to serve instead of the project's own made-up posts
  --port-base N    take the ports from N on instead of any free ones
`

const { values } = parseArgs({
  options: { posts: { type: 'string' }, 'port-base': { type: 'string' }, help: { type: 'boolean' } },
})
const portBase = values['port-base'] === undefined ? undefined : Number(values['port-base'])

if (values.help || (portBase !== undefined && !(Number.isInteger(portBase) && portBase > 0 && portBase < 65_530))) {
  process.stdout.write(USAGE)
  process.exitCode = values.help ? 0 : 1
} else {
  const doubles = await startAllDoubles({ folder: values.posts, portBase, clock: systemClock })
  process.stdout.write(`${doubles.postCount} posts. Set these and start the product:\n\n`)
  for (const [name, value] of Object.entries(doubles.environment)) process.stdout.write(`${name}=${value}\n`)
  process.stdout.write(`\nA feed to listen to:  ${doubles.feedUrl}\nA website to enter:   ${doubles.websiteUrl}\n`)
  process.stdout.write('\nStop with Ctrl-C.\n')
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void doubles.close())
}
