import type { SlackProblem } from '@leadlight/contract/slack'
import { AppError } from '../../platform/errors.ts'
import type { SlackError } from '../../senders/slack.ts'

const REVOKED = 'Slack no longer accepts what was allowed. Connect again.'
const CLOSED =
  'Slack does not let Leadlight post in this channel. Ask an admin of the workspace, or choose another channel.'

/** What to do about Slack's errors, by its code. */
const SENTENCES: ReadonlyMap<string, string> = new Map(
  Object.entries<string>({
    app_uninstalled: 'Leadlight was removed from the workspace in Slack. Connect again to go on.',
    tokens_revoked: 'Somebody took back in Slack what was allowed. Connect again to go on.',
    token_revoked: 'Somebody took back in Slack what was allowed. Connect again to go on.',
    account_inactive:
      'The workspace, or Leadlight’s place in it, was closed in Slack. Connect again, with another workspace if need be.',
    token_lost:
      'What the workspace allowed cannot be read any more, as the secret of this installation has changed. Connect again.',
    missing_scope: 'Slack was not allowed all that is needed. Connect again and allow what Slack asks for.',
    channel_not_found:
      'The channel was deleted, or is private and Leadlight is not in it. Choose another, or invite Leadlight there.',
    not_in_channel: 'Leadlight is not in the channel. Invite it there: type /invite @Leadlight in the channel.',
    is_archived: 'The channel is archived. Bring it back in Slack, or choose another.',
    unreachable: 'Slack cannot be reached. It is tried again by itself.',
    ratelimited: 'Slack asks to be sent less for a while. It is tried again by itself.',
    enterprise_install: 'It was allowed for a whole enterprise. Choose one workspace in Slack and allow it there.',
  }),
)

/** Slack's code and since when, with a sentence that says what to do; null where there is no problem. */
export function presentProblem(code: string | null, since: Date | null): SlackProblem | null {
  if (code === null || since === null) return null
  return { code, detail: explain(code), since: since.toISOString() }
}

export function explain(code: string): string {
  const known = SENTENCES.get(code)
  if (known !== undefined) return known
  if (code.startsWith('restricted_action')) return CLOSED
  if (/token|auth|access|permission/.test(code)) return REVOKED
  return `Slack answered “${code}”. Send a test message to see whether that is still so.`
}

/** The error of a call that Slack refused. */
export function slackFailed(error: SlackError): AppError {
  if (error.failure === 'resting' || error.failure === 'unreachable') {
    const extras = error.restMs === null ? {} : { retryAfterMs: error.restMs }
    return new AppError('unavailable', 'slack_unavailable', explainNow(error), { ...extras, cause: error })
  }
  return new AppError('upstream', 'slack_refused', explain(error.code), { cause: error })
}

function explainNow({ failure, restMs }: SlackError): string {
  if (failure === 'unreachable') return 'Slack cannot be reached right now. Try again in a minute.'
  return `Slack asks for a pause. Try again in ${Math.ceil((restMs ?? 60_000) / 1000)} seconds.`
}
