import type { SmartColumn } from '@leadlight/contract/columns'
import { expect } from '@playwright/test'
import type { ProjectCalls } from './workspace.ts'

/** Adds a smart column; returns its id. */
export async function addColumn(
  { call }: ProjectCalls,
  column: Pick<SmartColumn, 'name' | 'prompt' | 'type'>,
): Promise<string> {
  return (await call<SmartColumn>('POST', '/smart_columns', column)).id
}

export function listColumns({ call }: ProjectCalls): Promise<SmartColumn[]> {
  return call<SmartColumn[]>('GET', '/smart_columns')
}

/** Waits until no column of the project has pending values. */
export async function waitForValues(calls: ProjectCalls): Promise<void> {
  const waiting = async () => (await listColumns(calls)).filter(({ progress }) => progress.waiting > 0).length
  await expect.poll(waiting, { intervals: [200] }).toBe(0)
}
