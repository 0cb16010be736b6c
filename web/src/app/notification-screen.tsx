import { useParams } from '../lib/router/use-router.ts'
import { NotificationSettings } from '../features/notifications/notification-settings.tsx'
import { SlackSettings } from '../features/slack/slack-settings.tsx'

/** Every kind of notification from a project: in Leadlight, in Slack, by webhook. */
export function NotificationScreen() {
  const { projectId = '' } = useParams()
  return (
    <NotificationSettings>
      <SlackSettings projectId={projectId} />
    </NotificationSettings>
  )
}
