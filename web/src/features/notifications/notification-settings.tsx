import { Inbox } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from '../../lib/router/link.tsx'
import { useParams } from '../../lib/router/use-router.ts'
import { Chip } from '../../ui/chip.tsx'
import { MailSettings } from './mail-settings.tsx'
import { WebhookSettings } from './webhook-settings.tsx'

/** The notifications of new leads. `children` are the sections of other features. */
export function NotificationSettings({ children }: { children: ReactNode }) {
  const { projectId = '' } = useParams()
  return (
    <div className="grid gap-8">
      <section aria-labelledby="notifications" className="grid gap-5">
        <div className="grid gap-1">
          <h2 id="notifications" className="text-l font-semibold">
            Notifications
          </h2>
          <p className="text-ink-2">How you hear of new leads in this project.</p>
        </div>
        <ul className="divide-y rounded-card border bg-surface">
          <Way icon={<Inbox aria-hidden="true" />} name="In Leadlight" state={<Chip tone="good">On</Chip>}>
            New leads show up live in{' '}
            <Link to={`/projects/${projectId}/posts`} className="link">
              Posts
            </Link>
            , with a count of what is unread in the navigation.
          </Way>
        </ul>
      </section>
      <MailSettings projectId={projectId} />
      {children}
      <WebhookSettings projectId={projectId} />
    </div>
  )
}

interface WayProps {
  icon: ReactNode
  name: string
  state: ReactNode
  children: ReactNode
}

function Way({ icon, name, state, children }: WayProps) {
  return (
    <li className="flex items-start gap-3 p-4 [&>svg]:mt-0.5 [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-ink-3">
      {icon}
      <div className="min-w-0 flex-1">
        <h3 className="font-medium">{name}</h3>
        <p className="mt-0.5 text-ink-2">{children}</p>
      </div>
      {state}
    </li>
  )
}
