import type { Writing } from '@leadlight/contract/projects'
import type { JSONColumnType } from 'kysely'
import type { Row, Tx } from '../../platform/db.ts'

declare module '../../platform/db.ts' {
  interface ColumnTypes {
    'project.writing': JSONColumnType<Writing>
  }
}

export interface Project {
  id: string
  organizationId: string
  name: string
  website: string | null
  businessName: string | null
  businessDescription: string | null
  purpose: string | null
  writing: Writing
  createdAt: Date
  updatedAt: Date
}

/** The parts of a project that its people write; a part left out stays as it is. */
export interface ProjectChanges {
  name?: string
  website?: string | null
  businessName?: string | null
  businessDescription?: string | null
  purpose?: string | null
  writing?: Writing
}

export async function insertProject(tx: Tx, organizationId: string, project: Project): Promise<void> {
  await tx
    .insertInto('project')
    .values({
      id: project.id,
      organization_id: organizationId,
      name: project.name,
      website: project.website,
      business_name: project.businessName,
      business_description: project.businessDescription,
      purpose: project.purpose,
      writing: JSON.stringify(project.writing),
      created_at: project.createdAt,
      updated_at: project.updatedAt,
    })
    .execute()
}

export async function countProjects(tx: Tx, organizationId: string): Promise<number> {
  const row = await tx
    .selectFrom('project')
    .select((select) => select.fn.countAll<string>().as('count'))
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

export async function findProject(tx: Tx, organizationId: string, id: string): Promise<Project | undefined> {
  const row = await tx
    .selectFrom('project')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row && projectOf(row)
}

/** Oldest first. `ids` narrows to those of them that exist here. */
export async function listProjectsOf(
  tx: Tx,
  organizationId: string,
  ids: 'all' | readonly string[],
): Promise<Project[]> {
  let query = tx.selectFrom('project').selectAll().where('organization_id', '=', organizationId)
  if (ids !== 'all') {
    if (ids.length === 0) return []
    query = query.where('id', 'in', ids)
  }
  const rows = await query.orderBy('created_at').orderBy('id').execute()
  return rows.map(projectOf)
}

export async function setProject(
  tx: Tx,
  organizationId: string,
  id: string,
  changes: ProjectChanges & { updatedAt: Date },
): Promise<Project | undefined> {
  const row = await tx
    .updateTable('project')
    .set({
      ...(changes.name !== undefined && { name: changes.name }),
      ...(changes.website !== undefined && { website: changes.website }),
      ...(changes.businessName !== undefined && { business_name: changes.businessName }),
      ...(changes.businessDescription !== undefined && { business_description: changes.businessDescription }),
      ...(changes.purpose !== undefined && { purpose: changes.purpose }),
      ...(changes.writing !== undefined && { writing: JSON.stringify(changes.writing) }),
      updated_at: changes.updatedAt,
    })
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  return row && projectOf(row)
}

function projectOf(row: Row<'project'>): Project {
  return {
    id: row.id,
    organizationId: row.organization_id,
    name: row.name,
    website: row.website,
    businessName: row.business_name,
    businessDescription: row.business_description,
    purpose: row.purpose,
    writing: row.writing,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
