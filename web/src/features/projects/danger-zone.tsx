import type { Project } from '@leadlight/contract/projects'
import { useState } from 'react'
import { Link } from '../../lib/router/link.tsx'
import { useNavigate, useParams } from '../../lib/router/use-router.ts'
import { useSWRConfig } from 'swr'
import { deleteProject } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { useCan } from '../../lib/current-user.ts'
import { keys } from '../../lib/keys.ts'
import { useProject } from '../../lib/projects.ts'
import { messageOf } from '../../lib/request-error.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmByTyping } from '../../ui/confirm-by-typing.tsx'
import { Notice } from '../../ui/notice.tsx'
import { showToast } from '../../ui/toast.tsx'
import { LoadingSettings } from './loading-settings.tsx'

/** What cannot be undone: deleting the project. */
export function DangerZone() {
  const { projectId = '' } = useParams()
  const { data: project, ...load } = useProject(projectId)
  const canDelete = useCan('project.delete')
  const canTransfer = useCan('project.transfer')
  if (!project) return <LoadingSettings failed={Boolean(load.error)} onRetry={() => void load.mutate()} />
  return (
    <section aria-label="Danger Zone" className="grid gap-5">
      <h2 className="text-l font-semibold">Danger Zone</h2>
      {canDelete ? (
        <DeleteCard project={project} />
      ) : (
        <Notice>Deleting a project takes an admin of the organization.</Notice>
      )}
      {canTransfer && (
        <p className="text-ink-2">
          It can also go to another organization, with its signals and leads:{' '}
          <Link to={`/projects/${project.id}/settings/project#hand-over`} className="link">
            hand it over
          </Link>
          .
        </p>
      )}
    </section>
  )
}

function DeleteCard({ project }: { project: Project }) {
  const { mutate } = useSWRConfig()
  const navigate = useNavigate()
  const [open, setOpen] = useState(false)
  async function remove() {
    await call(deleteProject, { params: { id: project.id } })
    await navigate('/org/projects')
    await mutate(keys.projects)
    showToast({ kind: 'success', message: `${project.name} is deleted.` })
  }
  return (
    <div className="grid gap-3 rounded-card border bg-surface p-5">
      <h3 className="font-semibold">Delete this project</h3>
      <p className="text-ink-2">
        Its signals, searches and leads go with it, for good. Running searches are stopped first.
      </p>
      <Button variant="danger" className="justify-self-start" onClick={() => setOpen(true)}>
        Delete project
      </Button>
      <ConfirmByTyping
        open={open}
        onClose={() => setOpen(false)}
        title={`Delete ${project.name}?`}
        description="Its signals, searches and leads go with it. Nothing brings them back."
        word={project.name}
        label="Type the name of the project"
        action="Delete project"
        messageOf={messageOf}
        onConfirm={remove}
      />
    </div>
  )
}
