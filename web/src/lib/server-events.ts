export interface ServerEvent {
  id: string | null
  name: string
  data: string
}

/** Yields the events of a `text/event-stream` response until it ends. Comments and retry hints are skipped. */
export async function* readServerEvents(response: Response): AsyncGenerator<ServerEvent> {
  if (!response.body) return
  let rest = ''
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      const blocks = (rest + value).replaceAll('\r\n', '\n').split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) {
        const event = parseEvent(block)
        if (event) yield event
      }
    }
  } finally {
    await reader.cancel()
  }
}

function parseEvent(block: string): ServerEvent | null {
  const event: ServerEvent = { id: null, name: 'message', data: '' }
  const data: string[] = []
  for (const line of block.split('\n')) {
    const colon = line.indexOf(':')
    const field = colon < 0 ? line : line.slice(0, colon)
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /u, '')
    if (field === 'id') event.id = value
    if (field === 'event') event.name = value
    if (field === 'data') data.push(value)
  }
  event.data = data.join('\n')
  return event.id === null && data.length === 0 ? null : event
}
