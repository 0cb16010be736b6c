import { Email, Id, text, whole } from '@leadlight/contract/shapes'
import { toMillicredits, type Millicredits } from '@leadlight/domain/credits'
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import { AppError } from '../../platform/errors.ts'
import { auditPackages, listComponents } from './components/commands.ts'
import { eraseAuthor } from './erase-author.ts'
import { exportAuthor } from './export-author.ts'
import { deleteObjections } from './delete-objections.ts'
import { grantCredits } from './grant-credits.ts'
import { listDeadLetters } from './list-dead-letters.ts'
import { listOutbox } from './list-outbox.ts'
import { listOrganizations } from './list-organizations.ts'
import { listUsers } from './list-users.ts'
import { makeSuperAdmin } from './make-super-admin.ts'
import type { OperatorDependencies } from './operator-dependencies.ts'
import { endSessions } from './end-sessions.ts'
import { refundCharge } from './refund-charge.ts'
import { resendDeadLetters } from './resend-dead-letters.ts'
import { removeSecondFactor } from './remove-second-factor.ts'
import { removeSuperAdmin } from './remove-super-admin.ts'
import { rotateKey } from './rotate-key.ts'
import { suppressAuthor } from './suppress-author.ts'

const LIMIT = 50
const LIMIT_MAX = 1000
const CREDITS_MAX = 1_000_000
const LISTING = { search: { type: 'string' }, limit: { type: 'string' } } as const

/** A parsed command: runs once there is a database, and returns the lines to print. */
export type Run = (dependencies: OperatorDependencies) => Promise<string[]>

/** A parsed command that needs no database. */
export interface RunWithout {
  withoutDatabase: (installation: { dataDir: string }) => Promise<string[]>
}

interface Command {
  usage: string
  summary: string
  options: ParseArgsOptionsConfig
  read: (words: string[], values: Values) => Run | RunWithout
}

type Values = Record<string, string | boolean | undefined>

const COMMANDS: ReadonlyMap<string, Command> = new Map(
  Object.entries<Command>({
    'make-super-admin': {
      usage: 'EMAIL [--unverified]',
      summary: 'Makes somebody a super admin of the organization they are in.',
      options: { unverified: { type: 'boolean' } },
      read(words, values) {
        const wish = { email: readEmail(words), isUnverifiedTaken: values['unverified'] === true }
        return async (dependencies) => [await makeSuperAdmin(dependencies, wish)]
      },
    },
    'remove-super-admin': {
      usage: 'EMAIL',
      summary: 'Makes a super admin an admin again.',
      options: {},
      read(words) {
        const email = readEmail(words)
        return (dependencies) => removeSuperAdmin(dependencies, { email })
      },
    },
    'remove-second-factor': {
      usage: 'EMAIL',
      summary: 'Turns off the second factor of somebody who lost it; make sure first that it is they who ask.',
      options: {},
      read(words) {
        const email = readEmail(words)
        return async (dependencies) => [await removeSecondFactor(dependencies, { email })]
      },
    },
    'list-users': {
      usage: '[--search TEXT] [--limit N]',
      summary: `Lists who has an account, the newest first, ${LIMIT} unless N says otherwise.`,
      options: LISTING,
      read(words, values) {
        const listing = readListing(words, values)
        return (dependencies) => listUsers(dependencies, listing)
      },
    },
    'list-organizations': {
      usage: '[--search TEXT] [--limit N]',
      summary: 'Lists the organizations with their ids and credits, likewise.',
      options: LISTING,
      read(words, values) {
        const listing = readListing(words, values)
        return (dependencies) => listOrganizations(dependencies, listing)
      },
    },
    'grant-credits': {
      usage: 'ORGANIZATION_OR_EMAIL AMOUNT [--note TEXT] [--key KEY]',
      summary:
        'Adds credits to an organization, named by its id, its name or the address of a member; once for each KEY.',
      options: { note: { type: 'string' }, key: { type: 'string' } },
      read(words, values) {
        const [to, amount, ...more] = words
        if (to === undefined || amount === undefined || more.length > 0) {
          throw misread('Name one organization and one amount; put quotes around a name of several words.')
        }
        const [note, key] = [readText(values, 'note', 200), readText(values, 'key', 100)]
        const gift = { to: to.trim(), amount: readAmount(amount), note, key }
        return async (dependencies) => [await grantCredits(dependencies, gift)]
      },
    },
    'refund-charge': {
      usage: 'ORGANIZATION_OR_EMAIL CHARGE_ID [--why TEXT]',
      summary: 'Gives back one charge, once, by its id in the CSV file of the organization’s ledger.',
      options: { why: { type: 'string' } },
      read(words, values) {
        const [to, entryId, ...more] = words
        if (to === undefined || more.length > 0 || !Id.safeParse(entryId).success || entryId === undefined) {
          throw misread('Name one organization and the id of one charge; put quotes around a name of several words.')
        }
        const refund = { to: to.trim(), entryId, why: readText(values, 'why', 200) }
        return async (dependencies) => [await refundCharge(dependencies, refund)]
      },
    },
    'forget-author': {
      usage: 'PLATFORM AUTHOR [--yes]',
      summary: 'Erases the posts of somebody who asks for it, by the address of their profile, in every organization.',
      options: { yes: { type: 'boolean' } },
      read(words, values) {
        const asked = { ...readAuthor(words), isSure: values['yes'] === true }
        return (dependencies) => eraseAuthor(dependencies, asked)
      },
    },
    'end-sessions': {
      usage: 'EMAIL | --everybody',
      summary: 'Signs somebody out everywhere, or everybody; their personal keys go on.',
      options: { everybody: { type: 'boolean' } },
      read(words, values) {
        const isEverybody = values['everybody'] === true
        if (isEverybody && words.length > 0) throw misread('Name one address, or say --everybody, not both.')
        const email = isEverybody ? undefined : readEmail(words)
        return async (dependencies) => [await endSessions(dependencies, { email })]
      },
    },
    outbox: {
      usage: '[EMAIL] [--limit N]',
      summary: 'Lists mails that wait in the outbox as there is no mail server, the newest first, with their links.',
      options: { limit: { type: 'string' } },
      read(words, values) {
        const listing = { email: words.length === 0 ? undefined : readEmail(words), limit: readLimit(values) }
        return { withoutDatabase: (installation) => listOutbox(installation, listing) }
      },
    },
    'list-dead-letters': {
      usage: '[--job NAME] [--limit N]',
      summary:
        'Lists jobs that failed for good, the newest first, with whose they are, what they are about and the error.',
      options: { job: { type: 'string' }, limit: { type: 'string' } },
      read(words, values) {
        if (words.length > 0) throw misread('This takes no words; for one job alone, add --job NAME.')
        const listing = { jobName: readText(values, 'job', 100), limit: readLimit(values) }
        return (dependencies) => listDeadLetters(dependencies, listing)
      },
    },
    'resend-dead-letters': {
      usage: 'ID | --job NAME [--limit N] [--old]',
      summary:
        'Has one of them run again, or the newest of a job, likewise; those that died over a week ago only with --old.',
      options: { job: { type: 'string' }, limit: { type: 'string' }, old: { type: 'boolean' } },
      read(words, values) {
        const [id, ...more] = words
        const [name, limit] = [readText(values, 'job', 100), readLimit(values)]
        const isOldTaken = values['old'] === true
        if (more.length > 0 || (id === undefined) === (name === undefined))
          throw misread('Name one id, or one job by --job NAME.')
        if (name !== undefined) return (dependencies) => resendDeadLetters(dependencies, { name, limit, isOldTaken })
        const parsed = Id.safeParse(id)
        if (!parsed.success) throw misread('That is no id; list-dead-letters shows them.')
        return (dependencies) => resendDeadLetters(dependencies, { id: parsed.data, isOldTaken })
      },
    },
    'rotate-key': {
      usage: '[--end-sessions] [--old-is-lost]',
      summary:
        'Seals saved keys and tokens again with SECRET_KEY, beside SECRET_KEY_OLD; signs everybody out only if asked to.',
      options: { 'end-sessions': { type: 'boolean' }, 'old-is-lost': { type: 'boolean' } },
      read(words, values) {
        if (words.length > 0) throw misread('This takes no words: the secrets are read from the configuration.')
        const wish = { endsSessions: values['end-sessions'] === true, isOldLost: values['old-is-lost'] === true }
        return (dependencies) => rotateKey(dependencies, wish)
      },
    },
    'forget-objections': {
      usage: '[--yes]',
      summary: 'Forgets who objected or was erased, only where the secret key is lost for good and nothing starts.',
      options: { yes: { type: 'boolean' } },
      read(words, values) {
        if (words.length > 0) throw misread('This takes nothing more.')
        return (dependencies) => deleteObjections(dependencies, { isSure: values['yes'] === true })
      },
    },
    'export-held': {
      usage: 'PLATFORM AUTHOR',
      summary: 'Prints what any organization holds of somebody who asks for it, as JSON; likewise named.',
      options: {},
      read(words) {
        const asked = readAuthor(words)
        return (dependencies) => exportAuthor(dependencies, asked)
      },
    },
    suppress: {
      usage: 'PLATFORM AUTHOR [--id] [--yes]',
      summary:
        'Erases somebody who objects, likewise, and keeps them out of every organization. With --id, AUTHOR is their id there.',
      options: { id: { type: 'boolean' }, yes: { type: 'boolean' } },
      read(words, values) {
        const asked = { ...readAuthor(words), isId: values['id'] === true, isSure: values['yes'] === true }
        return (dependencies) => suppressAuthor(dependencies, asked)
      },
    },
    components: {
      usage: '',
      summary: 'Lists the packages and models that run here, with licences and hashes, as CycloneDX 1.6.',
      options: {},
      read(words) {
        if (words.length > 0) throw misread('This takes nothing more.')
        return { withoutDatabase: listComponents }
      },
    },
    audit: {
      usage: '--advisories FILE',
      summary: 'Compares the packages with known faults in FILE: OSV records as JSON, or a folder or zip of them.',
      options: { advisories: { type: 'string' } },
      read(words, values) {
        const advisories = readText(values, 'advisories', 4096)
        if (words.length > 0 || advisories === undefined) throw misread('Name one file: --advisories FILE.')
        return { withoutDatabase: () => auditPackages({ advisories }) }
      },
    },
  }),
)

export const HELP = [
  'npm run operator -- COMMAND',
  '',
  ...[...COMMANDS].flatMap(([name, { usage, summary }]) => [`  ${name} ${usage}`, `      ${summary}`]),
  '  help',
  '      Prints this.',
]

/** Parses a command line before any database is opened. Throws a readable sentence where it cannot. */
export function readCommand(args: readonly string[]): Run | RunWithout | 'help' {
  const [name = 'help', ...rest] = args
  if (name === 'help' || args.includes('--help')) return 'help'
  const command = COMMANDS.get(name)
  if (!command) throw misread(`There is no command ${name}; npm run operator -- help lists those there are.`)
  try {
    const { positionals, values } = parseArgs({ args: rest, options: command.options, allowPositionals: true })
    return command.read(positionals, values as Values)
  } catch (error) {
    if (error instanceof AppError || !isParseError(error)) throw error
    throw misread(`That is not understood. It goes: npm run operator -- ${name} ${command.usage}`)
  }
}

function readEmail(words: string[]): string {
  const [word, ...more] = words
  if (word === undefined || more.length > 0) throw misread('Name one address, no more and no less.')
  const parsed = Email.safeParse(word)
  if (parsed.success) return parsed.data
  throw misread(`${word} is no email address.`)
}

function readAuthor(words: string[]): { platform: string; called: string } {
  const [platform, called, ...more] = words
  if (platform !== undefined && called !== undefined && more.length === 0) return { platform, called: called.trim() }
  throw misread('Name one platform, such as hacker_news, and one author; put quotes around a name of several words.')
}

function readAmount(word: string): Millicredits {
  const credits = /^\d{1,7}(\.\d{1,3})?$/.test(word) ? Number(word) : 0
  if (credits > 0 && credits <= CREDITS_MAX) return toMillicredits(credits)
  throw misread(`${word} is no amount of credits: more than 0, at most a million, with at most three decimals.`)
}

function readListing(words: string[], values: Values): { search: string | undefined; limit: number } {
  if (words.length > 0) throw misread(`${words[0] ?? ''} is too much here; to search, add --search ${words[0] ?? ''}.`)
  return { search: readText(values, 'search', 200), limit: readLimit(values) }
}

function readLimit(values: Values): number {
  const limit = whole(1, LIMIT_MAX).safeParse(values['limit'] ?? String(LIMIT))
  if (!limit.success) throw misread(`--limit takes a whole number from 1 to ${LIMIT_MAX}.`)
  return limit.data
}

function readText(values: Values, name: string, max: number): string | undefined {
  const value = values[name]
  if (value === undefined) return undefined
  const parsed = text(1, max).safeParse(value)
  if (parsed.success) return parsed.data
  throw misread(`--${name} takes a text of 1 to ${max} characters.`)
}

function isParseError(error: unknown): boolean {
  return error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
}

function misread(sentence: string): AppError {
  return new AppError('bad_request', 'command_not_understood', sentence)
}
