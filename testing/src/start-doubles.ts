import { parseArgs } from 'node:util'
import { systemClock } from '@leadlight/server/platform/clock'
import { startAllDoubles } from './doubles/start-all.ts'

const USAGE = `npm run doubles [-- --posts DIR] [--fill N] [--port-base N] [--google] [--model]

Starts stand-ins for the platforms on this machine, so that the product runs without the internet.
  --posts DIR      .jsonl and .jsonl.gz files to serve instead of the project's own made-up posts
  --fill N         add so many dull posts out of templates, so that a search has many to read
  --port-base N    take the ports from N on instead of any free ones
  --google         stand in for Google's sign-in too; it lets one made-up person in without asking
  --stripe URL     stand in for Stripe too, whose pages take any payment at a press; URL is where the product answers, such as
                   http://localhost:3000, and is told there of what happens
  --slack URL      stand in for Slack too, with a workspace whose buttons can be pressed; URL is where the product answers
  --model          stand in for a language model too; double:slow, double:broken, double:busy, … in what is asked say how it
                   answers (testing/src/doubles/language-model-double.ts has them all)
`

const { values } = parseArgs({
  options: {
    posts: { type: 'string' },
    fill: { type: 'string', default: '0' },
    'port-base': { type: 'string' },
    google: { type: 'boolean' },
    model: { type: 'boolean' },
    stripe: { type: 'string' },
    slack: { type: 'string' },
    help: { type: 'boolean' },
  },
})
const portBase = values['port-base'] === undefined ? undefined : Number(values['port-base'])
const fill = Number(values.fill)
const isPortUsable = portBase === undefined || (Number.isInteger(portBase) && portBase > 0 && portBase < 65_520)
const isFillUsable = Number.isInteger(fill) && fill >= 0 && fill <= 1_000_000

if (values.help || !isPortUsable || !isFillUsable) {
  process.stdout.write(USAGE)
  process.exitCode = values.help ? 0 : 1
} else {
  const doubles = await startAllDoubles({
    folder: values.posts,
    fill,
    portBase,
    google: values.google,
    model: values.model,
    stripeFor: values.stripe,
    slackFor: values.slack,
    clock: systemClock,
  })
  process.stdout.write(`${doubles.postCount} posts. Set these and start the product:\n\n`)
  for (const [name, value] of Object.entries(doubles.environment)) process.stdout.write(`${name}=${value}\n`)
  process.stdout.write(`\nA feed to listen to:      ${doubles.feedUrl}\n`)
  process.stdout.write(
    `A forum of Discourse:     ${doubles.forumUrl}\nAn instance of Lemmy:     ${doubles.instanceUrl}\n`,
  )
  process.stdout.write(
    `A hashtag of Mastodon:    ${doubles.hashtag}\nA website to enter:       ${doubles.websiteUrl}\n`,
  )
  if (doubles.slackUrl !== undefined) process.stdout.write(`A channel of Slack:       ${doubles.slackUrl}\n`)
  for (const [platform, key] of Object.entries(doubles.keys)) {
    process.stdout.write(`A key to ${platform}:`.padEnd(26) + `${Object.values(key).join(' and ')}\n`)
  }
  process.stdout.write('\nStop with Ctrl-C.\n')
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void doubles.close())
}
