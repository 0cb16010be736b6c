/** What a stand-in answers with. */
export interface Answer {
  status: number
  type: 'application/json' | 'text/html; charset=utf-8' | `application/${'atom' | 'rss'}+xml`
  body: string
}

export function json(value: unknown, status = 200): Answer {
  return { status, type: 'application/json', body: JSON.stringify(value) }
}

export function html(body: string): Answer {
  return { status: 200, type: 'text/html; charset=utf-8', body }
}

export function xml(type: `application/${'atom' | 'rss'}+xml`, root: string): Answer {
  return { status: 200, type, body: `<?xml version="1.0" encoding="UTF-8"?>${root}` }
}
