import type { InsightFigure } from '@leadlight/domain/insights'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { exportInsights } from 'virtual:calls'
import { send } from '../../lib/api.ts'
import { messageOf } from '../../lib/request-error.ts'
import { fileName, saveFile } from '../../lib/save-file.ts'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast.tsx'
import type { InsightsOf } from './use-insights.ts'

interface SaveButtonProps {
  of: InsightsOf
  figure: InsightFigure
  /** The figure's name, for screen readers. */
  title: string
}

/** Saves a chart's table as a file. */
export function SaveButton({ of: { projectId, requested }, figure, title }: SaveButtonProps) {
  const [saving, setSaving] = useState(false)
  async function save() {
    setSaving(true)
    try {
      const response = await send(exportInsights, { params: { projectId }, query: { ...requested, figure } })
      const name = fileName(response) ?? `${figure}.csv`
      saveFile(await response.blob(), name)
      showToast({ kind: 'success', message: `Saved ${name}` })
    } catch (error) {
      showToast({ kind: 'error', message: `The figures could not be saved. ${messageOf(error)}` })
    } finally {
      setSaving(false)
    }
  }
  return (
    <Button size="s" variant="quiet" busy={saving} aria-label={`Save as CSV: ${title}`} onClick={() => void save()}>
      {!saving && <Download aria-hidden="true" />}
      CSV
    </Button>
  )
}
