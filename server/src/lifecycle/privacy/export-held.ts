import { sql } from 'kysely'
import { requirePerson } from '../../people/prospects/require-person.ts'
import { requirePermission, type Actor } from '../../platform/actor.ts'
import { organizationScope } from '../../platform/scopes.ts'
import { encodeInTurns } from '../../platform/take-turns.ts'
import { composeHeld, type Held } from './compose-held.ts'
import { selectAccountsOf } from './held-store.ts'
import type { PrivacyDependencies } from './privacy-dependencies.ts'

/** All that the organization holds of a person, as a JSON file, for a person who asks for it. */
export async function exportHeld(
  deps: Pick<PrivacyDependencies, 'db' | 'clock'>,
  actor: Actor,
  ids: { projectId: string; id: string },
): Promise<Response> {
  requirePermission(actor, 'lead.export')
  const { organizationId } = actor
  const accounts = await deps.db.transaction(organizationScope(organizationId), async (tx) => {
    await requirePerson(tx, actor, ids)
    // It makes the transaction count as having written, so that the export is audited.
    await sql`select pg_current_xact_id()`.execute(tx)
    return selectAccountsOf(tx, organizationId, ids.id)
  })
  const exportedAt = deps.clock.now().toISOString()
  const held = await composeHeld(deps, actor, accounts)
  return new Response(ReadableStream.from(encodeInTurns(piecesOf(exportedAt, held))), {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="What is held ${exportedAt.slice(0, 10)}.json"`,
      'cache-control': 'no-store',
    },
  })
}

/** A lead a piece: somebody may have written thousands. */
function* piecesOf(exportedAt: string, held: readonly Held[]): Generator<string> {
  yield `{"exported_at": ${inLines(exportedAt)}, "held": [`
  for (const [at, { leads, ...rest }] of held.entries()) {
    // Without its closing brace, as the leads follow.
    yield `${at === 0 ? '' : ','}\n${inLines(rest).slice(0, -2)},\n  "leads": [`
    for (const [place, lead] of leads.entries()) yield `${place === 0 ? '' : ','}\n${inLines(lead)}`
    yield ']\n}'
  }
  yield ']}\n'
}

function inLines(value: unknown): string {
  return JSON.stringify(value, null, 2)
}
