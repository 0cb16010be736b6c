import { z } from 'zod'
import { whole } from '@leadlight/contract/shapes'
import { CHANNEL_VARIABLES, readChannels } from './channel-config.ts'
import { ConfigError } from './config-error.ts'
import { describeIssue } from './describe-issue.ts'
import { list, optional, url } from './environment-values.ts'
import { readMailboxConfig } from './mailbox-config.ts'

const postgres = optional.pipe(
  z.url({ protocol: /^postgres(ql)?$/, error: 'Must be an address such as postgres://user@host/database' }).optional(),
)
/** A variable set to nothing counts as not set: a price left empty must not become 0. */
const digits = (fallback: number) =>
  z
    .string()
    .default('')
    .transform((value) => value.trim() || String(fallback))
const number = (fallback: number, min: number, max: number) => digits(fallback).pipe(whole(min, max))
const credits = (fallback: number) =>
  digits(fallback)
    .pipe(z.string().regex(/^\d+(\.\d+)?$/, 'Must be a number such as 0.25'))
    .transform(Number)
    .pipe(z.number().max(1_000_000).multipleOf(0.001))

const Plan = z.strictObject({
  id: z.string().regex(/^[a-z0-9][a-z0-9_-]{0,39}$/, 'Must be a short word in lower case'),
  name: z.string().trim().min(1).max(60),
  price: z.number().int().min(1).max(100_000_000),
  currency: z.string().regex(/^[a-z]{3}$/, 'Must be three lower-case letters, such as usd'),
  monthly_credits: z.number().min(0.001).max(1_000_000).multipleOf(0.001),
  stripe_price: z.string().min(1),
})
const plans = z
  .string()
  .default('[]')
  .transform((text, context): unknown => {
    try {
      return JSON.parse(text)
    } catch {
      context.addIssue({ code: 'custom', message: 'Must be a JSON list of plans' })
      return z.NEVER
    }
  })
  .pipe(z.array(Plan).max(20).refine(areDistinct, 'Must not name a plan or a price twice'))

const Environment = z.object({
  PORT: number(3000, 0, 65_535),
  HOST: z.string().default('0.0.0.0'),
  WORKER_PORT: optional.pipe(whole(0, 65_535).optional()),
  PUBLIC_URL: optional.pipe(z.url({ protocol: /^https?$/ }).optional()),
  DATABASE_URL: postgres,
  DATABASE_DIRECT_URL: postgres,
  DATABASE_POOL_MAX: number(10, 1, 200),
  DATABASE_WAIT_SECONDS: number(60, 0, 3600),
  DATA_DIR: z.string().min(1).default('./data'),
  SECRET_KEY: optional.pipe(z.string().min(32, 'Must have at least 32 characters').optional()),
  SECRET_KEY_OLD: optional.pipe(z.string().min(32, 'Must have at least 32 characters').optional()),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  LOG_FORMAT: optional.pipe(z.enum(['json', 'lines'], 'Must be `json` or `lines`').optional()),
  TRUST_PROXY: list,
  OUTBOUND_ALLOW: list,
  SESSION_DAYS: number(7, 1, 90),
  SESSION_IDLE_HOURS: number(72, 1, 2160),
  POST_RETENTION_DAYS: number(90, 0, 3650),
  SMTP_URL: optional.pipe(
    z.url({ protocol: /^smtps?$/, error: 'Must be an address such as smtp://host:587' }).optional(),
  ),
  IMAP_URL: optional.pipe(
    z.url({ protocol: /^imaps?$/, error: 'Must be an address such as imaps://user:password@host/INBOX' }).optional(),
  ),
  IMAP_ADDRESS: optional,
  MAIL_FROM: z.string().trim().min(3).default('Leadlight <leadlight@localhost>'),
  GOOGLE_CLIENT_ID: optional,
  GOOGLE_CLIENT_SECRET: optional,
  GOOGLE_ISSUER: url('https://accounts.google.com'),
  SLACK_CLIENT_ID: optional,
  SLACK_CLIENT_SECRET: optional,
  SLACK_SIGNING_SECRET: optional,
  SLACK_API_URL: url('https://slack.com/api'),
  SUPER_ADMIN_EMAILS: list.refine(areEmails, 'Must be email addresses, separated by commas'),
  BILLING: z.enum(['included', 'stripe'], 'Must be `included` or `stripe`').default('included'),
  MONTHLY_CREDITS: credits(10_000),
  TRIAL_CREDITS: credits(100),
  STRIPE_SECRET_KEY: optional,
  STRIPE_WEBHOOK_SECRET: optional,
  STRIPE_API_URL: url('https://api.stripe.com'),
  PLANS: plans,
  JUDGED_POST_PRICE: credits(0),
  MODEL_JUDGED_POST_PRICE: credits(1),
  DRAFT_PRICE: credits(2),
  COLUMN_VALUE_PRICE: credits(0.25),
  METRICS_TOKEN: optional.pipe(
    z
      .string()
      .regex(/^[\x21-\x7e]{16,500}$/, 'Must have 16 to 500 letters, digits and signs, without spaces')
      .optional(),
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional.pipe(
    z
      .url({ protocol: /^https?$/ })
      .refine(
        (text) => new URL(text).username === '',
        'Must have no user in it; OTEL_EXPORTER_OTLP_HEADERS takes a key',
      )
      .optional(),
  ),
  OTEL_EXPORTER_OTLP_HEADERS: list.pipe(
    z.array(
      z.string().refine(isHeaderPair, 'Must be pairs such as name=value, separated by commas, with %20 for a space'),
    ),
  ),
  OTEL_SERVICE_NAME: z.string().trim().default('leadlight'),
  OTEL_TRACES_SAMPLER_ARG: digits(1)
    .pipe(z.string().regex(/^(0?\.\d+|[01](\.0+)?)$/, 'Must be a number from 0 to 1, such as 0.1'))
    .transform(Number),
  ANALYTICS_URL: optional.pipe(z.url({ protocol: /^https?$/ }).optional()),
  KEY_CALLS_PER_MINUTE: number(600, 1, 1_000_000),
  SESSION_CALLS_PER_MINUTE: number(3000, 0, 1_000_000),
  ORGANIZATION_CALLS_PER_MINUTE: number(12_000, 0, 1_000_000),
  PUBLIC_CALLS_PER_MINUTE: number(1200, 0, 1_000_000),
  MONITORING_EVERY_SECONDS: number(240, 1, 86_400),
  AI_PROVIDER: z
    .enum(
      ['local', 'openai', 'anthropic', 'openai-compatible'],
      'Must be `local`, `openai`, `anthropic` or `openai-compatible`',
    )
    .default('local'),
  AI_MODEL: optional,
  AI_API_KEY: optional,
  AI_BASE_URL: optional.pipe(z.url({ protocol: /^https?$/ }).optional()),
  ...CHANNEL_VARIABLES,
})

/** The installation's configuration, read once. Nothing else reads the environment. */
export type Config = ReturnType<typeof readConfig>

export function readConfig(environment: Record<string, string | undefined>) {
  const parsed = Environment.safeParse(environment, { error: describeIssue })
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new ConfigError(`The variable ${issue?.path.join('.') ?? ''} is not usable: ${issue?.message ?? ''}.`)
  }
  const env = parsed.data
  refuseHalfADatabase(env)
  refuseHalfAClient(env)
  refuseHalfAModel(env)
  return {
    port: env.PORT,
    host: env.HOST,
    /** Where a process that runs jobs alone can be watched; undefined where it has no port. */
    workerPort: env.WORKER_PORT,
    publicUrl: (env.PUBLIC_URL ?? `http://localhost:${env.PORT}`).replace(/\/$/, ''),
    databaseUrl: env.DATABASE_URL,
    databaseDirectUrl: env.DATABASE_DIRECT_URL,
    databasePoolMax: env.DATABASE_POOL_MAX,
    databaseWaitMs: env.DATABASE_WAIT_SECONDS * 1000,
    dataDir: env.DATA_DIR,
    secretKey: env.SECRET_KEY,
    secretKeyOld: env.SECRET_KEY_OLD,
    logLevel: env.LOG_LEVEL,
    logFormat: env.LOG_FORMAT,
    trustProxy: env.TRUST_PROXY,
    outboundAllow: env.OUTBOUND_ALLOW,
    sessionDays: env.SESSION_DAYS,
    sessionIdleHours: env.SESSION_IDLE_HOURS,
    postRetentionDays: env.POST_RETENTION_DAYS,
    mail: { smtpUrl: env.SMTP_URL, from: env.MAIL_FROM },
    mailbox: readMailboxConfig(env),
    google:
      env.GOOGLE_CLIENT_ID && env.GOOGLE_CLIENT_SECRET
        ? { clientId: env.GOOGLE_CLIENT_ID, clientSecret: env.GOOGLE_CLIENT_SECRET, issuer: env.GOOGLE_ISSUER }
        : undefined,
    slack: readSlack(env),
    superAdminEmails: env.SUPER_ADMIN_EMAILS.map((email) => email.toLowerCase()),
    billing: {
      kind: env.BILLING,
      monthlyCredits: env.MONTHLY_CREDITS,
      trialCredits: env.TRIAL_CREDITS,
      judgedPostPrice: env.JUDGED_POST_PRICE,
      /** The extra price of each post that the configured model reads too; 0 without such a model. */
      modelJudgedPostPrice: env.AI_PROVIDER === 'local' ? 0 : env.MODEL_JUDGED_POST_PRICE,
      draftPrice: env.DRAFT_PRICE,
      columnValuePrice: env.COLUMN_VALUE_PRICE,
      stripe: readStripe(env),
    },
    metricsToken: env.METRICS_TOKEN,
    analyticsUrl: env.ANALYTICS_URL,
    tracing: readTracing(env),
    limits: {
      keyCallsPerMinute: env.KEY_CALLS_PER_MINUTE,
      /** 0 means uncounted. */
      sessionCallsPerMinute: env.SESSION_CALLS_PER_MINUTE,
      /** 0 means uncounted. */
      organizationCallsPerMinute: env.ORGANIZATION_CALLS_PER_MINUTE,
      /** 0 means uncounted. */
      publicCallsPerMinute: env.PUBLIC_CALLS_PER_MINUTE,
    },
    monitoring: { everyMs: env.MONITORING_EVERY_SECONDS * 1000 },
    ai: { provider: env.AI_PROVIDER, model: env.AI_MODEL, apiKey: env.AI_API_KEY, baseUrl: env.AI_BASE_URL },
    channels: readChannels(env),
  }
}

/** Undefined where no traces are collected. */
function readTracing(env: z.output<typeof Environment>) {
  if (env.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return undefined
  const headers = env.OTEL_EXPORTER_OTLP_HEADERS.map((pair) => {
    const [name = '', ...value] = pair.split('=')
    return [name, decodeURIComponent(value.join('='))] as const
  })
  return {
    url: `${env.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/$/, '')}/v1/traces`,
    headers: Object.fromEntries(headers),
    service: env.OTEL_SERVICE_NAME || 'leadlight',
    share: env.OTEL_TRACES_SAMPLER_ARG,
  }
}

/** As OpenTelemetry writes a header: a name that HTTP allows, and a value whose signs may be percent-encoded. */
function isHeaderPair(pair: string): boolean {
  const [, value = '%'] = /^[\w!#$%&'*+.^`|~-]+=(\S+)$/.exec(pair) ?? []
  try {
    return /^[\x20-\x7e]+$/.test(decodeURIComponent(value))
  } catch {
    return false
  }
}

function areEmails(words: string[]): boolean {
  return z.array(z.email()).safeParse(words).success
}

function areDistinct(list: { id: string; stripe_price: string }[]): boolean {
  return [list.map(({ id }) => id), list.map(({ stripe_price: price }) => price)].every(
    (words) => new Set(words).size === words.length,
  )
}

/** Selling plans needs both a way to be paid and a webhook for payments. Undefined where the plan is included. */
function readStripe(env: z.output<typeof Environment>) {
  if (env.BILLING !== 'stripe') return undefined
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = env
  if (secretKey === undefined)
    throw new ConfigError('The variable STRIPE_SECRET_KEY is missing, while BILLING is stripe.')
  if (webhookSecret === undefined) {
    throw new ConfigError('The variable STRIPE_WEBHOOK_SECRET is missing, while BILLING is stripe.')
  }
  if (env.PLANS.length === 0) throw new ConfigError('The variable PLANS is missing, while BILLING is stripe.')
  return { secretKey, webhookSecret, apiUrl: env.STRIPE_API_URL, plans: env.PLANS }
}

/** Slack is offered only with all three values; with fewer it would fail when somebody presses a button. */
function readSlack(env: z.output<typeof Environment>) {
  const { SLACK_CLIENT_ID: clientId, SLACK_CLIENT_SECRET: clientSecret, SLACK_SIGNING_SECRET: signingSecret } = env
  if (clientId !== undefined && clientSecret !== undefined && signingSecret !== undefined) {
    return { clientId, clientSecret, signingSecret, apiUrl: env.SLACK_API_URL.replace(/\/$/, '') }
  }
  const names = ['SLACK_CLIENT_ID', 'SLACK_CLIENT_SECRET', 'SLACK_SIGNING_SECRET'] as const
  const set = names.find((name) => env[name] !== undefined)
  if (set === undefined) return undefined
  const missing = names.find((name) => env[name] === undefined) ?? ''
  throw new ConfigError(`The variable ${missing} is missing, while ${set} is set.`)
}

/** A direct address without a pooler would be mistaken for the database. */
function refuseHalfADatabase(env: { DATABASE_URL?: string | undefined; DATABASE_DIRECT_URL?: string | undefined }) {
  if (env.DATABASE_DIRECT_URL === undefined || env.DATABASE_URL !== undefined) return
  throw new ConfigError('The variable DATABASE_URL is missing, while DATABASE_DIRECT_URL is set.')
}

/** Half a client would silently leave Google out. */
function refuseHalfAClient(env: { GOOGLE_CLIENT_ID?: string | undefined; GOOGLE_CLIENT_SECRET?: string | undefined }) {
  if ((env.GOOGLE_CLIENT_ID === undefined) === (env.GOOGLE_CLIENT_SECRET === undefined)) return
  const [set, missing] = env.GOOGLE_CLIENT_ID === undefined ? ['SECRET', 'ID'] : ['ID', 'SECRET']
  throw new ConfigError(`The variable GOOGLE_CLIENT_${missing} is missing, while GOOGLE_CLIENT_${set} is set.`)
}

/** A model that cannot be reached would fail at the first draft instead of at the start. */
function refuseHalfAModel(env: {
  AI_PROVIDER: string
  AI_MODEL?: string | undefined
  AI_API_KEY?: string | undefined
  AI_BASE_URL?: string | undefined
}) {
  if (env.AI_PROVIDER === 'local') return
  const needed = ['AI_MODEL', env.AI_PROVIDER === 'openai-compatible' ? 'AI_BASE_URL' : 'AI_API_KEY'] as const
  for (const name of needed) {
    if (env[name] === undefined)
      throw new ConfigError(`The variable ${name} is missing, while AI_PROVIDER is ${env.AI_PROVIDER}.`)
  }
}
