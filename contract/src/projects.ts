import { DAYS_ON_A_CARD } from '@leadlight/domain/projects'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { writtenBy } from './written-by.ts'
import { Id, IdParams, Instant, name, text, TimeZone } from './shapes.ts'

const website = text(0, 2000)

/** How drafts are to be written. */
export const Writing = z.object({
  tone: text(0, 200),
  /** The language of drafts; empty for the language of the post. */
  language: text(0, 60),
  rules: text(0, 3000),
  samples: z.array(text(1, 3000)).max(5),
  signature: text(0, 500),
})
export type Writing = z.infer<typeof Writing>

export const Project = z.object({
  id: Id,
  organization_id: Id,
  name: z.string(),
  website: z.string().nullable(),
  business_name: z.string().nullable(),
  business_description: z.string().nullable(),
  purpose: z.string().nullable(),
  writing: Writing,
  unread_count: z.number().int(),
  created_at: Instant,
  updated_at: Instant,
})
export type Project = z.infer<typeof Project>

export const ListedProject = Project.extend({
  /** Leads found on each of the last 14 days, oldest first and today last, including those deleted since. */
  leads_by_day: z.array(z.number().int()).length(DAYS_ON_A_CARD).optional(),
})
export type ListedProject = z.infer<typeof ListedProject>

export const ProjectUpdate = z
  .object({
    name: name(100),
    website: website.nullable(),
    business_name: text(0, 200).nullable(),
    business_description: text(0, 5000).nullable(),
    purpose: text(0, 2000).nullable(),
    writing: Writing,
  })
  .partial()

export const listProjects = endpoint({
  name: 'listProjects',
  method: 'GET',
  path: '/api/v1/project',
  summary:
    "The organization's projects, oldest first; a guest sees those granted. With a time zone each tells its leads of the last 14 days, as clocks there have them.",
  access: 'project.read',
  query: z.object({ time_zone: TimeZone.optional() }),
  reply: z.array(ListedProject),
  mayBeKept: true,
})

export const createProject = endpoint({
  name: 'createProject',
  method: 'POST',
  path: '/api/v1/project',
  summary: 'Makes a project. Without a name it is called after its website.',
  access: 'project.create',
  body: z.object({ name: name(100).optional(), website: website.optional() }),
  reply: Project,
  status: 201,
  errors: ['website_invalid', 'project_limit_reached'],
})

export const getProject = endpoint({
  name: 'getProject',
  method: 'GET',
  path: '/api/v1/project/{id}',
  summary: 'One project.',
  access: 'project.read',
  params: IdParams,
  reply: Project,
  errors: ['project_not_found'],
  mayBeKept: true,
})

export const updateProject = endpoint({
  name: 'updateProject',
  method: 'PATCH',
  path: '/api/v1/project/{id}',
  summary: 'Changes the parts of a project that are sent, and leaves the others alone.',
  access: 'project.update',
  params: IdParams,
  body: ProjectUpdate,
  reply: Project,
  errors: ['project_not_found', 'website_invalid'],
  tells: 'project',
})

export const deleteProject = endpoint({
  name: 'deleteProject',
  method: 'DELETE',
  path: '/api/v1/project/{id}',
  summary: 'Deletes the project with its signals and leads, for good. Running searches are stopped and settled first.',
  access: 'project.delete',
  params: IdParams,
  errors: ['project_not_found'],
})

export const BusinessInfo = z.object({
  business_name: z.string().nullable(),
  business_description: z.string().nullable(),
  purpose: z.string().nullable(),
})
export type BusinessInfo = z.infer<typeof BusinessInfo>

export const brainstormBusinessInfo = endpoint({
  name: 'brainstormBusinessInfo',
  method: 'GET',
  path: '/api/v1/project/{id}/brainstorm_business_info',
  summary: "Reads the project's website and proposes the business's name, description and purpose. Nothing is saved.",
  access: 'project.update',
  cost: 'asking',
  params: IdParams,
  reply: BusinessInfo,
  errors: [
    'project_not_found',
    'website_missing',
    'website_invalid',
    'website_not_found',
    'website_unreachable',
    'website_refused',
    'website_timeout',
    'website_not_secure',
    'website_not_html',
    'website_too_large',
    'website_redirects',
    'website_empty',
  ],
})

export const SuggestedSignal = z.object({ intent_signal: z.string(), why: z.string() })
export type SuggestedSignal = z.infer<typeof SuggestedSignal>

/** A question whose answer, added to the business's description, makes for better proposals. */
export const FactQuestion = z.object({
  about: z.enum(['offer', 'buyers', 'area', 'rivals']),
  question: z.string(),
  /** An answer as somebody might type it. */
  example: z.string(),
  /** Answers to choose from, each with the sentence to be added to the description. */
  choices: z.array(z.object({ label: z.string(), answer: z.string() })),
  /** How the sentence begins that ends with the typed answer and a full stop. */
  answer_begins: z.string(),
})
export type FactQuestion = z.infer<typeof FactQuestion>

export const brainstormIntentSignals = endpoint({
  name: 'brainstormIntentSignals',
  method: 'GET',
  path: '/api/v1/project/{id}/brainstorm_intent_signals',
  summary:
    "Proposes intent signals from the project's profile and website, and asks for what these do not say. Nothing is saved.",
  access: 'signal.write',
  cost: 'asking',
  params: IdParams,
  reply: z.object({
    intent_signals: z.array(SuggestedSignal),
    /** At most two, the weightiest first. */
    questions: z.array(FactQuestion).max(2).optional(),
    /** Why nothing is proposed, in a sentence or two; null where something is. */
    missing: z.string().nullable().optional(),
    ...writtenBy,
  }),
  errors: ['project_not_found'],
  mayBeKept: true,
})

export const refineIntentSignal = endpoint({
  name: 'refineIntentSignal',
  method: 'POST',
  path: '/api/v1/project/{id}/refine_intent_signal',
  summary: 'Proposes a sharper wording of an intent signal, and says what changed. Nothing is saved.',
  access: 'signal.write',
  cost: 'asking',
  params: IdParams,
  body: z.object({ intent_signal: text(3, 500), feedback: text(0, 500).optional() }),
  reply: SuggestedSignal.extend(writtenBy),
  errors: ['project_not_found'],
  audit: false,
})
