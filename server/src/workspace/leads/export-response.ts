import { exportResponse, type ExportFormat } from '../../platform/export-file.ts'
import type { LeadExport } from './export-leads.ts'
import { headingOf, rowOf, type ExportColumn, type ExportedLead } from './exported-lead.ts'

export function leadExportResponse({ leads, columns, ...about }: LeadExport, format: ExportFormat): Response {
  const file = {
    ...about,
    what: 'leads',
    heading: headingOf(columns),
    batches: leads,
    cellsOf: (lead: ExportedLead) => rowOf(lead, columns),
    jsonOf: (lead: ExportedLead) => inJson(lead, columns),
  }
  return exportResponse(file, format)
}

/** Smart columns are a list, since two names might be equal as keys. */
function inJson({ values, ...lead }: ExportedLead, columns: readonly ExportColumn[]) {
  return { ...lead, smart_columns: columns.map(({ id, name }) => ({ name, value: values.get(id) ?? null })) }
}
