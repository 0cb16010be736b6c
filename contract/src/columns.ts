import { COLUMN_TEXT_MAX, COLUMN_TYPES, TEXT_OPERATORS } from '@leadlight/domain/columns'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Credits, Id, name, ProjectParams, text } from './shapes.ts'

/** A column's value for one lead. `needs_model`: the built-in model cannot answer this one, a large model could. */
export const ColumnValue = z.object({
  column_id: Id,
  state: z.enum(['waiting', 'done', 'needs_model', 'failed']),
  bool_value: z.boolean().nullable(),
  text_value: z.string().nullable(),
  /** Why, in a sentence: what the value rests on, or what went wrong. */
  why: z.string().nullable(),
})
export type ColumnValue = z.infer<typeof ColumnValue>

export const ColumnValueFilter = z.union([
  z.strictObject({ column_id: Id, operator: z.literal('equals'), bool_value: z.boolean() }),
  z.strictObject({
    column_id: Id,
    operator: z.enum(TEXT_OPERATORS),
    text_value: text(0, COLUMN_TEXT_MAX).optional(),
  }),
])
export type ColumnValueFilter = z.infer<typeof ColumnValueFilter>

export const SmartColumn = z.object({
  id: Id,
  name: z.string(),
  prompt: z.string(),
  type: z.enum(COLUMN_TYPES),
  position: z.number().int(),
  /** Over all leads of the project that are not deleted. */
  progress: z.object({
    waiting: z.number().int(),
    done: z.number().int(),
    needs_model: z.number().int(),
    failed: z.number().int(),
  }),
  /** Why analysing has stopped, in a sentence: no credits left, no model configured. Null while it runs. */
  paused: z.string().nullable(),
})
export type SmartColumn = z.infer<typeof SmartColumn>

const base = '/api/v1/leads/{projectId}'
const definition = { name: name(60), prompt: text(3, 500) }

export const listSmartColumns = endpoint({
  name: 'listSmartColumns',
  method: 'GET',
  path: `${base}/smart_columns`,
  summary: "The project's smart columns, in their order, with how far their analysis is.",
  access: 'lead.read',
  params: ProjectParams,
  reply: z.array(SmartColumn),
  errors: ['project_not_found'],
  mayBeKept: true,
})

export const createSmartColumn = endpoint({
  name: 'createSmartColumn',
  method: 'POST',
  path: `${base}/smart_columns`,
  summary:
    'Adds a smart column and begins to fill it: for the leads there are and for those to come. Takes an `Idempotency-Key`.',
  access: 'column.write',
  params: ProjectParams,
  body: z.object({ ...definition, type: z.enum(COLUMN_TYPES) }),
  reply: SmartColumn,
  status: 201,
  errors: [
    'project_not_found',
    'column_name_taken',
    'column_limit_reached',
    'idempotency_key_reused',
    'idempotent_call_running',
  ],
  audit: ['type'],
  tells: 'smart_columns',
})

export const updateSmartColumn = endpoint({
  name: 'updateSmartColumn',
  method: 'POST',
  path: `${base}/update_smart_column`,
  summary:
    'Changes a smart column. With `do_reanalyze` every value is worked out anew; without, values stay as they are. Takes an `Idempotency-Key`.',
  access: 'column.write',
  params: ProjectParams,
  body: z.object({
    smart_column: z.object({
      id: Id,
      name: definition.name.optional(),
      prompt: definition.prompt.optional(),
      type: z.enum(COLUMN_TYPES).optional(),
      position: z.number().int().min(0).max(1000).optional(),
    }),
    do_reanalyze: z.boolean().default(false),
  }),
  reply: SmartColumn,
  errors: [
    'project_not_found',
    'column_not_found',
    'column_name_taken',
    'column_type_fixed',
    'idempotency_key_reused',
    'idempotent_call_running',
  ],
  audit: ['do_reanalyze'],
  tells: 'smart_columns',
})

export const deleteSmartColumn = endpoint({
  name: 'deleteSmartColumn',
  method: 'DELETE',
  path: `${base}/{columnId}`,
  summary: 'Deletes a smart column with its values.',
  access: 'column.write',
  params: z.strictObject({ projectId: Id, columnId: Id }),
  errors: ['project_not_found', 'column_not_found'],
  tells: 'smart_columns',
})

export const stopSmartColumn = endpoint({
  name: 'stopSmartColumn',
  method: 'POST',
  path: `${base}/smart_columns/{columnId}/stop`,
  summary: 'Stops filling a smart column; what waits is left empty until it is analysed again.',
  access: 'column.write',
  params: z.strictObject({ projectId: Id, columnId: Id }),
  reply: SmartColumn,
  errors: ['project_not_found', 'column_not_found'],
})

export const quoteSmartColumn = endpoint({
  name: 'quoteSmartColumn',
  method: 'POST',
  path: `${base}/smart_columns/quote`,
  summary: 'What filling a column would cost, and whether this installation can answer it. Costs nothing.',
  access: 'column.write',
  params: ProjectParams,
  body: z.object({ prompt: definition.prompt, type: z.enum(COLUMN_TYPES) }),
  reply: z.object({
    leads: z.number().int(),
    credits: Credits,
    /** `local`: the built-in model answers it; `model`: the configured model does; `none`: a model is missing. */
    answered_by: z.enum(['local', 'model', 'none']),
    why: z.string(),
  }),
  errors: ['project_not_found'],
  audit: false,
})
