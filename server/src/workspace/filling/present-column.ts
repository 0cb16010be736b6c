import type { SmartColumn } from '@leadlight/contract/columns'
import type { Column } from '../columns/columns.ts'
import type { Progress } from '../leads/column-values.ts'

export function presentColumn(column: Column, progress: Progress | undefined): SmartColumn {
  const { id, name, prompt, type, position, paused } = column
  return { id, name, prompt, type, position, paused, progress: progress ?? NONE }
}

const NONE: Progress = { waiting: 0, done: 0, needs_model: 0, failed: 0 }
