import { sql } from 'kysely'
import type { ProjectIds } from '../../platform/actor.ts'
import type { Tx } from '../../platform/db.ts'

export interface ThemeRun {
  /** When themes were last found; null before the first time. */
  madeAt: Date | null
  posts: number
  askedAt: Date | null
}

export async function selectRun(tx: Tx, { organizationId, projectId }: ProjectIds): Promise<ThemeRun | undefined> {
  const row = await tx
    .selectFrom('theme_run')
    .select(['made_at', 'posts', 'asked_at'])
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .executeTakeFirst()
  return row && { madeAt: row.made_at, posts: row.posts, askedAt: row.asked_at }
}

/** Notes when the project is looked at next, and that somebody asked for it where they did. */
export async function postponeRun(
  tx: Tx,
  { organizationId, projectId }: ProjectIds,
  { dueAt, askedAt }: { dueAt: Date; askedAt?: Date },
): Promise<void> {
  const asked = askedAt ? { asked_at: askedAt } : {}
  await tx
    .insertInto('theme_run')
    .values({ organization_id: organizationId, project_id: projectId, due_at: dueAt, ...asked })
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'project_id']).doUpdateSet({ due_at: dueAt, ...asked }),
    )
    .execute()
}

/** Notes that the project's themes were found. */
export async function finishRun(
  tx: Tx,
  { organizationId, projectId }: ProjectIds,
  { madeAt, posts, dueAt }: { madeAt: Date; posts: number; dueAt: Date },
): Promise<void> {
  await tx
    .updateTable('theme_run')
    .set({ made_at: madeAt, posts, due_at: dueAt, asked_at: null })
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .execute()
}

/**
 * Projects with signals whose themes are due, those never looked at last: at most `limit`. Of the scheduler's scope.
 */
export async function selectDueProjects(tx: Tx, now: Date, limit: number): Promise<ProjectIds[]> {
  const { rows } = await sql<ProjectIds>`
    (select organization_id as "organizationId", project_id as "projectId" from theme_run
      where due_at <= ${now} order by due_at, project_id limit ${limit})
    union all
    (select distinct organization_id, project_id from intent_signal_view signal
      where deleted_at is null and not exists (
        select from theme_run run
        where run.organization_id = signal.organization_id and run.project_id = signal.project_id)
      order by project_id limit ${limit})
    limit ${limit}`.execute(tx)
  return rows
}

/** Which theme each post belongs to, and the first posts, whose quotes name them. */
export async function selectFormer(
  tx: Tx,
  { organizationId, projectId }: ProjectIds,
): Promise<{ themeOf: Map<string, string>; namedBy: Set<string> }> {
  const rows = await tx
    .selectFrom('theme_post')
    .innerJoin('theme', (join) =>
      join
        .onRef('theme.organization_id', '=', 'theme_post.organization_id')
        .onRef('theme.id', '=', 'theme_post.theme_id'),
    )
    .select(['theme_post.post_id', 'theme_post.theme_id', 'theme_post.position'])
    .where('theme.organization_id', '=', organizationId)
    .where('theme.project_id', '=', projectId)
    .where('theme_post.organization_id', '=', organizationId)
    .execute()
  return {
    themeOf: new Map(rows.map((row) => [row.post_id, row.theme_id])),
    namedBy: new Set(rows.filter(({ position }) => position === 0).map((row) => row.post_id)),
  }
}

export interface NewThemePost {
  postId: string
  lenses: number
  quote: { start: number; end: number } | null
}

export interface NewTheme {
  id: string
  /** In the order of their quotes. */
  posts: readonly NewThemePost[]
}

/** Replaces the project's themes by these. One whose id it has already stays the one it was. */
export async function replaceThemes(
  tx: Tx,
  ids: ProjectIds,
  { themes, now }: { themes: readonly NewTheme[]; now: Date },
): Promise<void> {
  const { organizationId, projectId } = ids
  const kept = themes.map(({ id }) => id)
  await sql`
    delete from theme where organization_id = ${organizationId} and project_id = ${projectId}
      and id <> all(${kept}::uuid[])`.execute(tx)
  await sql`
    delete from theme_post where organization_id = ${organizationId} and theme_id = any(${kept}::uuid[])`.execute(tx)
  await sql`
    insert into theme (id, organization_id, project_id, since)
    select id, ${organizationId}::uuid, ${projectId}::uuid, ${now}::timestamptz from unnest(${kept}::uuid[]) as one (id)
    on conflict (id) do nothing`.execute(tx)
  for (const { id, posts } of themes) {
    await sql`
      insert into theme_post (organization_id, theme_id, post_id, position, lenses, quote_start, quote_end)
      select ${organizationId}::uuid, ${id}::uuid, one.*
      from unnest(${posts.map(({ postId }) => postId)}::uuid[], ${posts.map((_, position) => position)}::integer[],
        ${posts.map(({ lenses }) => lenses)}::smallint[], ${posts.map(({ quote }) => quote?.start ?? null)}::integer[],
        ${posts.map(({ quote }) => quote?.end ?? null)}::integer[]) as one`.execute(tx)
  }
}

/** Deletes all that was found in a project. */
export async function deleteThemesIn(tx: Tx, { organizationId, projectId }: ProjectIds): Promise<void> {
  await sql`delete from theme where organization_id = ${organizationId} and project_id = ${projectId}`.execute(tx)
  await sql`delete from theme_run where organization_id = ${organizationId} and project_id = ${projectId}`.execute(tx)
}

/** Takes posts out of all themes that the transaction's scope may change. */
export async function deleteThemePosts(tx: Tx, postIds: readonly string[]): Promise<void> {
  await sql`delete from theme_post where post_id = any(${[...postIds]}::uuid[])`.execute(tx)
}
