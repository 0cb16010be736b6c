import type { NotificationSettings } from '@leadlight/contract/notifications'
import { useCurrentUser } from '../../lib/current-user.ts'
import { formatCount, formatMoment } from '../../lib/format.ts'
import { useInstance } from '../../lib/instance.ts'
import { messageOf } from '../../lib/request-error.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx'
import { MailForm } from './mail-form.tsx'
import { useMailSettings } from './use-mail-settings.ts'

/** Mails about new leads: the user's own setting in this project. */
export function MailSettings({ projectId }: { projectId: string }) {
  return (
    <section aria-labelledby="mails" className="grid gap-3">
      <div className="grid gap-1">
        <h2 id="mails" className="text-l font-semibold">
          By mail
        </h2>
        <p className="text-ink-2">
          The best new leads with the words that prove them, in one mail. This is your own choice: others in the project
          make theirs. Where nothing is new, no mail comes.
        </p>
      </div>
      <Settings projectId={projectId} />
    </section>
  )
}

function Settings({ projectId }: { projectId: string }) {
  const { data: settings, error, mutate, isValidating } = useMailSettings(projectId)
  if (!settings && error) {
    return (
      <ErrorState title="The settings could not be loaded" onRetry={() => void mutate()} retrying={isValidating}>
        {messageOf(error)}
      </ErrorState>
    )
  }
  if (!settings) {
    return (
      <SkeletonGroup label="Loading the settings">
        <Skeleton className="h-20" />
      </SkeletonGroup>
    )
  }
  return (
    <div className="grid gap-4 rounded-card border bg-surface p-4">
      <DeliveryState settings={settings} />
      <MailForm key={projectId} projectId={projectId} settings={settings} />
    </div>
  )
}

/** What prevents mails, and when the next one comes. */
function DeliveryState({ settings }: { settings: NotificationSettings }) {
  const { data: me } = useCurrentUser()
  const instance = useInstance()
  const { frequency, waiting, next_mail_at: next, last_mail_at: last, failing_since: failingSince, failure } = settings
  const isOn = frequency !== 'off'
  if (instance?.mail === false) {
    return (
      <Notice tone="warning">
        This installation sends no mail: what it would mail you goes to its outbox, where whoever runs it finds it. New
        leads show up in Leadlight all the same.
      </Notice>
    )
  }
  return (
    <>
      {isOn && me?.is_verified === false && (
        <Notice>Mails go to verified addresses alone. Verify {me.email} and they begin to come.</Notice>
      )}
      {isOn && failingSince !== null && (
        <Notice tone="bad">
          Mails to you have failed since {formatMoment(failingSince)}: {failure} Leadlight tries again, and keeps what
          they were to tell.
        </Notice>
      )}
      {isOn && (next !== null || last !== null) && (
        <p className="text-s text-ink-3">
          {next === null
            ? `The last mail came ${formatMoment(last ?? '')}.`
            : `${formatCount(waiting, 'new lead')} will be mailed ${formatMoment(next)}.`}
        </p>
      )}
    </>
  )
}
