import { createReadStream } from 'node:fs'
import { pipeline, type Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'

/** Input that a command cannot use. The message is for whoever gave it. */
export class InputError extends Error {
  override name = 'InputError'
}

/** Lines of JSON, and a name for where they come from. */
export interface Source {
  name: string
  stream: Readable
}

export type Fields = Readonly<Record<string, unknown>>

/** A file of JSON Lines, unpacked where its name ends in `.gz`. */
export function openFile(path: string): Source {
  const file = createReadStream(path)
  // A pipeline's last stream reports the errors of all its streams.
  return { name: path, stream: path.endsWith('.gz') ? pipeline(file, createGunzip(), () => {}) : file }
}

/**
 * Parses each non-blank line with `read`, in batches of at most `max`. A batch never waits for lines that have not
 * arrived. The first unusable line is an `InputError` with its number, thrown after all lines before it.
 */
export async function* readBatches<T>(
  source: Source,
  read: (fields: Fields) => T,
  max: number,
): AsyncGenerator<T[], void> {
  let number = 0
  for await (const lines of readLines(source)) {
    let batch: T[] = []
    for (const line of lines) {
      number += 1
      if (line.trim() === '') continue
      try {
        batch.push(read(parseFields(line)))
      } catch (error) {
        if (batch.length > 0) yield batch
        if (!(error instanceof InputError)) throw error
        throw new InputError(`Line ${number} of ${source.name} ${error.message}.`, { cause: error })
      }
      if (batch.length < max) continue
      yield batch
      batch = []
    }
    if (batch.length > 0) yield batch
  }
}

/** Not by readline, which also ends lines at U+2028, a character that JSON may contain. */
async function* readLines({ name, stream }: Source): AsyncGenerator<string[], void> {
  stream.setEncoding('utf8')
  let rest = ''
  let isFirst = true
  try {
    for await (const chunk of stream as AsyncIterable<string>) {
      // Some editors begin a file with a byte-order mark.
      const lines = (rest + (isFirst ? chunk.replace(/^\uFEFF/, '') : chunk)).split('\n')
      isFirst = false
      rest = lines.pop() ?? ''
      yield lines
    }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new InputError(`${name} cannot be read (${why}).`, { cause: error })
  }
  yield [rest]
}

function parseFields(line: string): Fields {
  const value = parseJson(line)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new InputError('is not a JSON object')
  return value as Fields
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch (error) {
    throw new InputError('is not JSON', { cause: error })
  }
}
