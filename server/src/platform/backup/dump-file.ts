import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { Readable, pipeline as pipe } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { z } from 'zod'
import { writeWhole, type WriteOptions } from './draft-file.ts'

const FORMAT = 'leadlight-backup'
const FORMAT_VERSION = 1

const Header = z.object({
  format: z.literal(FORMAT),
  format_version: z.literal(FORMAT_VERSION),
  schema_version: z.int(),
  made_at: z.iso.datetime(),
})
const TableStart = z.object({ table: z.string(), columns: z.array(z.string()) })
const Group = z.object({ organization: z.uuid().nullable() })
const TableEnd = z.object({ table_end: z.string(), rows: z.int(), sha256: z.string() })
const Identities = z.object({
  identities: z.array(z.object({ table: z.string(), column: z.string(), last: z.string(), is_called: z.boolean() })),
})
const End = z.object({ end: z.literal(true), tables: z.int(), rows: z.int() })

export type DumpHeader = z.infer<typeof Header>

/** The last value of an identity column, so that a restored database does not reuse numbers. */
export type Identity = z.infer<typeof Identities>['identities'][number]

/** What a backup says of one table; a restored table must match it exactly. */
export interface TableSum {
  table: string
  rows: number
  sha256: string
}

export type DumpEvent =
  | { kind: 'table'; table: string; columns: string[] }
  | { kind: 'group'; organizationId: string | undefined }
  | { kind: 'row'; line: string }
  | { kind: 'table_end'; sum: TableSum }
  | { kind: 'identities'; identities: Identity[] }

/** The file is not a whole, unchanged backup. The message says in one sentence what is wrong with it. */
export class DamagedBackupError extends Error {
  override readonly name = 'DamagedBackupError'
}

export function newHeader(schemaVersion: number, madeAt: Date): DumpHeader {
  const made_at = madeAt.toISOString()
  return { format: FORMAT, format_version: FORMAT_VERSION, schema_version: schemaVersion, made_at }
}

/** Writes the lines to `path` atomically, see `writeWhole`. Rejects with the signal's reason when aborted. */
export async function writeDumpFile(path: string, lines: AsyncIterable<string>, options: WriteOptions): Promise<void> {
  const { signal } = options
  await writeWhole(path, options, async (file) => {
    const text = Readable.from(withBreaks(lines), { objectMode: false })
    const written = pipeline(text, createGzip({ level: 6 }), file.createWriteStream({ flush: true }), {
      signal,
    })
    await written.catch((error: unknown) => {
      signal?.throwIfAborted()
      throw error
    })
  })
}

/** Reads the whole file and checks every row against its table's sum. Rejects with a DamagedBackupError. */
export async function verifyDumpFile(path: string): Promise<{ header: DumpHeader; sums: TableSum[] }> {
  const sums: TableSum[] = []
  const header = await readHeader(path)
  for await (const event of readDumpFile(path)) {
    if (event.kind === 'table_end') sums.push(event.sum)
  }
  return { header, sums }
}

export async function readHeader(path: string): Promise<DumpHeader> {
  for await (const line of readLines(path))
    return parse(Header, line, 'it does not begin as a backup of this format does')
  throw new DamagedBackupError('The backup is not usable: it is empty.')
}

/** The file's content after its header, in order. Rejects with a DamagedBackupError where it cannot be parsed. */
export async function* readDumpFile(path: string): AsyncGenerator<DumpEvent> {
  let table: { name: string; rows: number; hash: Hash } | undefined
  let [tables, rows, isEnded, number] = [0, 0, false, 0]
  for await (const line of readLines(path)) {
    number += 1
    if (number === 1) continue
    const where = `line ${number} is not what it should be`
    if (isEnded) throw damaged(where)
    if (line.startsWith('[')) {
      if (!table) throw damaged(where)
      table.rows += 1
      table.hash.update(line).update('\n')
      yield { kind: 'row', line }
    } else if (line.startsWith('{"table":')) {
      const start = parse(TableStart, line, where)
      table = { name: start.table, rows: 0, hash: createHash('sha256') }
      yield { kind: 'table', table: start.table, columns: start.columns }
    } else if (line.startsWith('{"organization":')) {
      yield { kind: 'group', organizationId: parse(Group, line, where).organization ?? undefined }
    } else if (line.startsWith('{"table_end":')) {
      yield { kind: 'table_end', sum: checkSum(parse(TableEnd, line, where), table) }
      tables += 1
      rows += table?.rows ?? 0
      table = undefined
    } else if (line.startsWith('{"identities":')) {
      yield { kind: 'identities', identities: parse(Identities, line, where).identities }
    } else {
      const end = parse(End, line, where)
      if (end.tables !== tables || end.rows !== rows || table) throw damaged(where)
      isEnded = true
    }
  }
  if (!isEnded) throw damaged('it ends too early')
}

function checkSum(
  said: z.infer<typeof TableEnd>,
  found: { name: string; rows: number; hash: Hash } | undefined,
): TableSum {
  const sum = { table: said.table_end, rows: said.rows, sha256: said.sha256 }
  const isRight = found?.name === sum.table && found.rows === sum.rows && found.hash.digest('hex') === sum.sha256
  if (!isRight) throw damaged(`the rows of ${sum.table} are not those that were saved`)
  return sum
}

async function* withBreaks(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) yield `${line}\n`
}

async function* readLines(path: string): AsyncGenerator<string> {
  const unzipped = createGunzip()
  // Errors of either stream reach the iteration below; the pipe needs a callback to pass them on.
  pipe(createReadStream(path), unzipped, () => {})
  unzipped.setEncoding('utf8')
  let rest = ''
  try {
    for await (const chunk of unzipped) {
      const lines = (rest + String(chunk)).split('\n')
      rest = lines.pop() ?? ''
      yield* lines
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      throw new Error(`There is no file ${path}.`, { cause: error })
    }
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))
      throw damaged('it cannot be unpacked')
    throw error
  }
  if (rest !== '') throw damaged('it ends in the middle of a line')
}

function parse<T>(schema: z.ZodType<T>, line: string, problem: string): T {
  try {
    return schema.parse(JSON.parse(line))
  } catch (error) {
    throw new DamagedBackupError(`The backup is not usable: ${problem}.`, { cause: error })
  }
}

function damaged(problem: string): DamagedBackupError {
  return new DamagedBackupError(`The backup is not usable: ${problem}.`)
}
