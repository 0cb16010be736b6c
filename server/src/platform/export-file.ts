import type { Cell } from './csv.ts'
import { writeCsv } from './write-csv.ts'
import { writeJson } from './write-json.ts'
import { writeXlsx } from './write-xlsx.ts'

export type ExportFormat = 'csv' | 'json' | 'xlsx'

/** The content of an export, whatever its format. */
export interface ExportTable<Row> {
  heading: readonly string[]
  batches: AsyncGenerator<Row[]>
  /** A row of the table; its first cell is the row's id. */
  cellsOf: (row: Row) => Cell[]
  /** The same row as JSON. */
  jsonOf: (row: Row) => unknown
}

export interface ExportFile<Row> extends ExportTable<Row> {
  projectName: string
  /** What the file holds, such as `leads`. */
  what: string
  startedAt: Date
}

const TYPES: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** An export as a download. The client's reading drives it, so hanging up stops it. */
export function exportResponse<Row>(file: ExportFile<Row>, format: ExportFormat): Response {
  return new Response(bodyOf(file, format), {
    headers: {
      'content-type': TYPES[format],
      'content-disposition': disposition(fileName(file, format)),
      'cache-control': 'no-store',
    },
  })
}

function bodyOf<Row>(file: ExportFile<Row>, format: ExportFormat): ReadableStream<Uint8Array> {
  if (format === 'xlsx') return writeXlsx(file, `${file.what.charAt(0).toUpperCase()}${file.what.slice(1)}`)
  return ReadableStream.from(format === 'csv' ? writeCsv(file) : writeJson(file))
}

/** The project and the day, such as `Bakers leads 2026-11-02.csv`. */
function fileName(
  { projectName, what, startedAt }: { projectName: string; what: string; startedAt: Date },
  format: string,
): string {
  const project = projectName
    .replaceAll(/[\p{Cc}\p{Cf}"*/:<>?\\|]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return `${`${project} ${what}`.trim()} ${startedAt.toISOString().slice(0, 10)}.${format}`
}

/** RFC 6266: the name in ASCII, and in UTF-8 for clients that read it. */
function disposition(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7E]/g, '_')
  const whole = encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`
}
