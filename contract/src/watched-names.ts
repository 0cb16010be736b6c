import { NAME_EXPRESSION_CHARACTERS_MAX } from '@leadlight/domain/watched-names/limits'
import { NAME_LINE_OUTCOMES } from '@leadlight/domain/watched-names/read-name-list'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { ChannelProgress } from './search.ts'
import { Id, ProjectItemParams, ProjectParams, text } from './shapes.ts'
import { IntentSignal, PreviewedPost, searchDays } from './signals.ts'

/** Room for a thousand lines and more. */
const LIST_CHARACTERS_MAX = 60_000

/** Names, "names of several words", AND, OR, NOT and parentheses; names side by side are alternatives. */
const names = text(1, NAME_EXPRESSION_CHARACTERS_MAX)

export const watchNames = endpoint({
  name: 'watchNames',
  method: 'POST',
  path: '/api/v1/intent_signals/{projectId}/names',
  summary:
    'Watches names: saves them as a signal of the kind `name` and listens for it from now on. Posts that hold the names become leads without a score. Free.',
  access: 'signal.write',
  params: ProjectParams,
  body: z.object({ names, search_days: searchDays.optional() }),
  reply: IntentSignal,
  status: 201,
  errors: ['project_not_found', 'signal_limit_reached', 'signal_already_exists', 'names_unreadable'],
  audit: ['search_days'],
  tells: 'signals',
})

export const updateNames = endpoint({
  name: 'updateNames',
  method: 'PUT',
  path: '/api/v1/intent_signals/{projectId}/names/{id}',
  summary: 'Changes which names a signal of the kind `name` watches. Leads that it has stay.',
  access: 'signal.write',
  params: ProjectItemParams,
  body: z.object({ names, search_days: searchDays.optional() }),
  reply: IntentSignal,
  errors: ['project_not_found', 'signal_not_found', 'signal_already_exists', 'names_unreadable'],
  audit: ['search_days'],
  tells: 'signals',
})

export const NamedPost = PreviewedPost.omit({ score: true, level: true, conditions: true }).extend({ post_id: Id })

export const NamePreview = z.object({
  seen: z.number().int(),
  /** Posts that hold the names; `posts` are the newest of them. */
  matched: z.number().int(),
  posts: z.array(NamedPost),
  per_day: z.array(z.object({ day: z.iso.date(), caught: z.number().int() })),
  channels: z.array(ChannelProgress),
})
export type NamePreview = z.infer<typeof NamePreview>

export const previewNames = endpoint({
  name: 'previewNames',
  method: 'POST',
  path: '/api/v1/intent_signals/{projectId}/names/preview',
  summary:
    'Which posts hold the names, of posts already collected and of a fresh look at the channels. Free; nothing is saved.',
  access: 'signal.write',
  cost: 'asking',
  params: ProjectParams,
  body: z.object({ names, search_days: searchDays }),
  reply: NamePreview,
  errors: ['project_not_found', 'names_unreadable'],
  audit: false,
})

export const NameLine = z.object({
  /** Counted from 1. */
  line: z.number().int(),
  text: z.string(),
  /** The expression made of it; null where none can be. */
  names: z.string().nullable(),
  /** A `new` one is watched now. */
  outcome: z.enum(NAME_LINE_OUTCOMES),
  /** Why it is not watched, in a sentence. */
  why: z.string().nullable(),
})

export const importNames = endpoint({
  name: 'importNames',
  method: 'POST',
  path: '/api/v1/intent_signals/{projectId}/names/import',
  summary:
    'Watches the names of a list: a name, phrase or expression a line, or a table with a column of keywords. Each line is answered for; those that cannot be read are left out.',
  access: 'signal.write',
  cost: 'bulk',
  params: ProjectParams,
  body: z.object({
    list: z.string().min(1, 'Must not be empty').max(LIST_CHARACTERS_MAX),
    search_days: searchDays.optional(),
  }),
  reply: z.object({
    lines: z.array(NameLine),
    /** The line that names the columns of a table; null where there is none. */
    header: z.string().nullable(),
    /** The columns of a table that say nothing about names. */
    unused: z.array(z.string()),
    /** The signals that are new, in the order of their lines. */
    signal_ids: z.array(Id),
  }),
  errors: ['project_not_found'],
  audit: ['search_days'],
  tells: 'signals',
})
