/** What a stand-in answers with. */
export interface Answer {
  status: number
  type: 'application/json' | 'text/html; charset=utf-8'
  body: string
}

export function json(value: unknown, status = 200): Answer {
  return { status, type: 'application/json', body: JSON.stringify(value) }
}

export function html(body: string): Answer {
  return { status: 200, type: 'text/html; charset=utf-8', body }
}
