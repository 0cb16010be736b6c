import type { LeadExport, LeadExportRequest } from './export-leads.ts'
import { writeCsv } from './write-csv.ts'
import { writeJson } from './write-json.ts'
import { writeXlsx } from './write-xlsx.ts'

const TYPES: Record<LeadExportRequest['format'], string> = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** An export as a download. Reading on is what drives it, so who hangs up stops it. */
export function exportResponse(lead: LeadExport, format: LeadExportRequest['format']): Response {
  return new Response(bodyOf(lead, format), {
    headers: {
      'content-type': TYPES[format],
      'content-disposition': disposition(fileName(lead, format)),
      'cache-control': 'no-store',
    },
  })
}

function bodyOf({ leads, columns }: LeadExport, format: LeadExportRequest['format']): ReadableStream<Uint8Array> {
  if (format === 'xlsx') return writeXlsx(leads, columns)
  return ReadableStream.from(format === 'csv' ? writeCsv(leads, columns) : writeJson(leads, columns))
}

/** The project and the day, such as `Bakers leads 2026-11-02.csv`. */
function fileName({ projectName, startedAt }: LeadExport, format: string): string {
  const project = projectName
    .replaceAll(/[\p{Cc}\p{Cf}"*/:<>?\\|]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return `${`${project} leads`.trim()} ${startedAt.toISOString().slice(0, 10)}.${format}`
}

/** RFC 6266: the name in ASCII, and as it is for who reads that. */
function disposition(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7E]/g, '_')
  const whole = encodeURIComponent(name).replaceAll(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  return `attachment; filename="${plain}"; filename*=UTF-8''${whole}`
}
