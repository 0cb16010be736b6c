import type { EXPORT_FORMATS } from '@leadlight/domain/leads'

export type ExportFormat = (typeof EXPORT_FORMATS)[number]

export const EXPORT_FORMAT_WORDS: readonly { format: ExportFormat; words: string }[] = [
  { format: 'csv', words: 'CSV' },
  { format: 'xlsx', words: 'Excel (XLSX)' },
  { format: 'json', words: 'JSON' },
]
