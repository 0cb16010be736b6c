import type { User } from '@leadlight/contract/accounts'
import type { Instance } from '@leadlight/contract/installation'
import type { Project } from '@leadlight/contract/projects'
import type { Answers } from './fake-server.ts'

export const NETSCOPE = '019ab000-0000-7000-8000-000000000001'
export const QUIETPAGER = '019ab000-0000-7000-8000-000000000002'

/** The server's answers for Rosa of Acme, whose organization has two projects. */
export function rosasAnswers(): Answers {
  return {
    'GET /users_info/me': rosa(),
    'GET /api/v1/instance': instance(),
    'GET /users_info/api_keys': [],
    'GET /api/v1/organization': { id: 'o', name: 'Acme', created_at: '2026-10-01T00:00:00.000Z' },
    'GET /api/v1/organization/privacy': {
      contact: null,
      kept: [{ what: 'What a search looked at', until: '30 days after its end.' }],
    },
    'GET /api/v1/organization/credits': {
      credit_balance: 7412,
      held: 0,
      monthly_credits: 10_000,
      next_grant_at: '2026-12-01T00:00:00.000Z',
      expiring: null,
      level: 'fine',
    },
    'GET /api/v1/organization/subscription': {
      plan_id: null,
      plan_name: 'Included',
      kind: 'included',
      status: 'active',
      price: null,
      currency: null,
      cancel_at_period_end: false,
      monthly_credits: 10_000,
      current_period_start: '2026-11-01T00:00:00.000Z',
      current_period_end: '2026-12-01T00:00:00.000Z',
    },
    'GET /api/v1/project/transfers/addressed-to-me': [],
    'GET /api/v1/project': [project(NETSCOPE, 'Netscope'), project(QUIETPAGER, 'Quietpager')],
    [`GET /api/v1/project/${NETSCOPE}`]: project(NETSCOPE, 'Netscope'),
    [`GET /api/v1/intent_signals/${NETSCOPE}`]: [],
    [`GET /api/v1/sources/${NETSCOPE}`]: [],
    [`GET /api/v1/sources/${NETSCOPE}/channels`]: [],
    [`GET /api/v1/leads/${NETSCOPE}/unread_count`]: { unread_count: 47 },
    [`GET /api/v1/leads/${QUIETPAGER}/unread_count`]: { unread_count: 0 },
    // A stream without events.
    [`GET /api/v1/events/${NETSCOPE}`]: () => new Promise<Response>(() => undefined),
  }
}

/** What an installation offers that writes with a large model and mails. */
export function instance(changes: Partial<Instance> = {}): Instance {
  return {
    name: 'Leadlight',
    version: '1',
    google: false,
    slack: false,
    billing: 'included',
    ai: 'anthropic',
    mail: true,
    analytics: false,
    analytics_url: null,
    judged_post_price: 1,
    model_judged_post_price: 0,
    draft_price: 2,
    column_value_price: 0.25,
    writer: 'claude-haiku',
    ...changes,
  }
}

/** What an installation offers as first set up: nothing costs anything. */
export function freeInstance(): Instance {
  return instance({
    ai: 'local',
    judged_post_price: 0,
    draft_price: 0,
    column_value_price: 0,
    writer: 'Built-in composer',
  })
}

export function rosa(changes: Partial<User> = {}): User {
  return {
    id: 'u',
    email: 'rosa@netscope.example',
    first_name: 'Rosa',
    last_name: 'Klein',
    is_verified: true,
    avatar_url: null,
    impersonated_by: null,
    organization_membership: { organization_id: 'o', role: 'ADMIN' },
    ...changes,
  }
}

export function project(id: string, name: string, changes: Partial<Project> = {}): Project {
  return {
    id,
    organization_id: 'o',
    name,
    website: `https://${name.toLowerCase()}.example`,
    business_name: name,
    business_description: 'Monitoring for teams that have outgrown config files.',
    purpose: 'Win customers',
    writing: { tone: '', language: '', rules: '', samples: [], signature: '' },
    unread_count: 47,
    created_at: '2026-10-02T10:00:00.000Z',
    updated_at: '2026-10-02T10:00:00.000Z',
    ...changes,
  }
}
