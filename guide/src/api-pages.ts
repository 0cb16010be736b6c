import { can, PERMISSIONS, ROLES } from '@leadlight/domain/roles'
import { limitsOf, shapeOf, type JsonSchema } from '@leadlight/server/platform/docs-shape'

interface Content {
  description?: string
  content?: Record<string, { schema: JsonSchema }>
}

interface Described {
  operationId: string
  summary: string
  tags: string[]
  'x-access': string
  'x-key-scope': string | null
  'x-cost': number
  parameters: { name: string; in: string; required?: boolean; schema: JsonSchema }[]
  requestBody?: Content
  responses: Record<string, Content>
}

interface Call extends Described {
  method: string
  path: string
}

/** The API's own description, as `/openapi.json` gives it. */
export interface Description {
  paths: Record<string, Record<string, Described>>
}

const FIRST = `How to make a key and a first call is told [in the guide](../api.md). Every installation serves the same at \`/docs\`, with an example of each call,
and for programs at \`/openapi.json\`.`

/** The reference of the API as pages of Markdown, by their path: one for each group of calls, and a list of them. */
export function apiPages({ paths }: Description): Map<string, string> {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]): Call => ({ ...described, method: method.toUpperCase(), path })),
  )
  const groups = [...Map.groupBy(calls, ({ tags }) => tags[0] ?? 'other')].toSorted(([a], [b]) => a.localeCompare(b))
  const list = groups.map(
    ([tag, members]) => `- [${titleOf(tag)}](${tag}.md): ${members.length} ${members.length === 1 ? 'call' : 'calls'}`,
  )
  return new Map([
    ['index', `# API reference\n\n${FIRST}\n\n${list.join('\n')}\n`],
    ...groups.map(([tag, members]): [string, string] => [
      tag,
      `# API: ${titleOf(tag)}\n\n${members.map(article).join('\n\n')}\n`,
    ]),
  ])
}

function titleOf(tag: string): string {
  return tag.replaceAll(/[-_]/g, ' ')
}

function article(call: Call): string {
  const [status, answer] = Object.entries(call.responses).find(([key]) => key !== 'default') ?? []
  const parts = [
    `## ${call.operationId}`,
    `\`${call.method} ${call.path}\``,
    call.summary,
    [`Who may call: ${audience(call['x-access'])}.`, keys(call), cost(call)].filter(Boolean).join(' '),
    parameters(call),
    shape('Body', call.requestBody),
    shape(`Answer ${status}`, answer),
    call.responses['default']?.description ?? '',
  ]
  return parts.filter((part) => part !== '').join('\n\n')
}

function audience(access: string): string {
  if (access === 'public') return 'anyone'
  if (access === 'signed_in') return 'anyone signed in'
  const permission = PERMISSIONS.find((one) => one === access)
  return ROLES.filter((role) => permission && can(role, permission)).join(', ')
}

function keys({ 'x-access': access, 'x-key-scope': scope }: Call): string {
  if (access === 'public') return ''
  return scope === null ? 'Not by a personal key.' : `A personal key needs the scope \`${scope}\`.`
}

function cost({ 'x-cost': calls }: Call): string {
  return calls === 1 ? '' : `Counts as ${calls} calls.`
}

function parameters({ parameters: all }: Call): string {
  if (all.length === 0) return ''
  const rows = all.map(
    (one) => `| \`${one.name}\` | ${one.in} | ${one.required ? 'yes' : 'no'} | \`${inCell(shapeOf(one.schema))}\` |`,
  )
  return ['| Parameter | In | Needed | Shape |', '| --- | --- | --- | --- |', ...rows].join('\n')
}

/** One line, whose strokes do not end the cell. */
function inCell(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll('|', String.raw`\|`)
}

function shape(title: string, part: Content | undefined): string {
  if (!part) return ''
  const [type, content] = Object.entries(part.content ?? {})[0] ?? []
  if (!type || !content) return `${title}: no content.`
  const limits = limitsOf(content.schema)
  return `${title}, \`${type}\`${limits && ` (${limits})`}:\n\n\`\`\`text\n${shapeOf(content.schema)}\n\`\`\``
}
