import { slackScope } from '../../platform/scopes.ts'
import { SlackError } from '../../senders/slack.ts'
import { isTeamConnected } from './connection-store.ts'
import { openToken, TOKEN_LOST } from './open-token.ts'
import { deleteRevocation, selectRevocations } from './revocation-store.ts'
import type { SlackDependencies } from './slack-dependencies.ts'

const AT_ONCE = 100

/**
 * Revokes the tokens of deleted connections. A workspace has one token for all projects of the installation, so it is
 * kept while another project uses it. A token that cannot be revoked now is retried later; one that cannot be decrypted
 * is dropped, and delays no other.
 */
export async function revokeTokens({ db, vault, app, log }: SlackDependencies): Promise<void> {
  if (!app) return
  for (const { id, team_id: teamId, token } of await db.transaction(slackScope(), (tx) =>
    selectRevocations(tx, AT_ONCE),
  )) {
    const isUsed = await db.transaction(slackScope(), (tx) => isTeamConnected(tx, teamId))
    if (!isUsed) {
      try {
        await app.slack.revoke(openToken(vault, id, token))
      } catch (error) {
        if (!(error instanceof SlackError)) throw error
        if (error.failure !== 'refused' && error.code !== TOKEN_LOST) continue
        log.warn({ code: error.code }, 'A token was not revoked; it is not tried again.')
      }
    }
    await db.transaction(slackScope(), (tx) => deleteRevocation(tx, id))
  }
}
