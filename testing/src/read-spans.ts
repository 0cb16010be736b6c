import { z } from 'zod'
import type { Question } from './doubles/double-server.ts'

const Attribute = z.object({
  key: z.string(),
  value: z.union([
    z.strictObject({ stringValue: z.string() }).transform(({ stringValue }) => stringValue),
    z.strictObject({ intValue: z.string().regex(/^\d+$/) }).transform(({ intValue }) => Number(intValue)),
  ]),
})
const Attributes = z
  .array(Attribute)
  .transform((list): Record<string, string | number> => Object.fromEntries(list.map(({ key, value }) => [key, value])))
const Span = z.strictObject({
  traceId: z.string().regex(/^[0-9a-f]{32}$/),
  spanId: z.string().regex(/^[0-9a-f]{16}$/),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.int().min(1).max(5),
  startTimeUnixNano: z.string().regex(/^\d{19}$/),
  endTimeUnixNano: z.string().regex(/^\d{19}$/),
  attributes: Attributes,
  status: z.strictObject({ code: z.literal(2), message: z.string() }).optional(),
})
const Export = z.strictObject({
  resourceSpans: z.tuple([
    z.strictObject({
      resource: z.strictObject({ attributes: Attributes }),
      scopeSpans: z.tuple([
        z.strictObject({ scope: z.strictObject({ name: z.string(), version: z.string() }), spans: z.array(Span) }),
      ]),
    }),
  ]),
})

export type ReceivedSpan = z.output<typeof Span> & { resource: Record<string, string | number> }

/** The spans that a collector was sent, in OpenTelemetry's own shape and no other. */
export function readSpans(questions: readonly Question[]): ReceivedSpan[] {
  return questions.flatMap(({ body }) => {
    const [{ resource, scopeSpans }] = Export.parse(JSON.parse(body)).resourceSpans
    return scopeSpans[0].spans.map((span) => ({ ...span, resource: resource.attributes }))
  })
}
