import { SPAN_KINDS, type Span } from './tracer.ts'

const ERROR = 2

/** Spans as the body of OpenTelemetry's `POST /v1/traces`, in its JSON form. */
export function toOtlp(spans: readonly Span[], about: { service: string; version: string }): string {
  const resource = { attributes: toAttributes({ 'service.name': about.service, 'service.version': about.version }) }
  const scope = { name: 'leadlight', version: about.version }
  return JSON.stringify({ resourceSpans: [{ resource, scopeSpans: [{ scope, spans: spans.map(toSpan) }] }] })
}

function toSpan({ traceId, spanId, parentSpanId, name, kind, attributes, startMs, endMs, error }: Span): object {
  return {
    traceId,
    spanId,
    ...(parentSpanId !== undefined && { parentSpanId }),
    name,
    kind: SPAN_KINDS[kind],
    startTimeUnixNano: toNanoseconds(startMs),
    endTimeUnixNano: toNanoseconds(endMs),
    attributes: toAttributes(error === undefined ? attributes : { ...attributes, 'error.type': error }),
    ...(error !== undefined && { status: { code: ERROR, message: error } }),
  }
}

function toAttributes(attributes: Span['attributes']): object[] {
  return Object.entries(attributes).map(([key, value]) => ({
    key,
    // A 64-bit integer is text in this format.
    value: typeof value === 'number' ? { intValue: String(Math.round(value)) } : { stringValue: value },
  }))
}

/** As text, since the number does not fit a double. */
function toNanoseconds(ms: number): string {
  return String(BigInt(Math.round(ms * 1000)) * 1000n)
}
