import type { Transfer } from '@leadlight/contract/guests'
import type { Project } from '@leadlight/contract/projects'
import { useState } from 'react'
import { useNavigate, useParams } from '../../lib/router/use-router.ts'
import useSWR, { useSWRConfig } from 'swr'
import { cancelTransfer, deleteProject, getTransfer } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { useHasCosts } from '../../lib/costs.ts'
import { useCan } from '../../lib/current-user.ts'
import { formatDate } from '../../lib/format.ts'
import { useInstance } from '../../lib/instance.ts'
import { keys } from '../../lib/keys.ts'
import { useProject } from '../../lib/projects.ts'
import { messageOf } from '../../lib/request-error.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmByTyping } from '../../ui/confirm-by-typing.tsx'
import { Notice } from '../../ui/notice.tsx'
import { showToast } from '../../ui/toast.tsx'
import { LoadingSettings } from './loading-settings.tsx'
import { TransferForm } from './transfer-form.tsx'

const POLL_MS = 30_000

/** Irreversible actions: transferring the project to another organization, and deleting it. */
export function DangerZone() {
  const { projectId = '' } = useParams()
  const { data: project, ...load } = useProject(projectId)
  const canTransfer = useCan('project.transfer')
  const canDelete = useCan('project.delete')
  if (!project) return <LoadingSettings failed={Boolean(load.error)} onRetry={() => void load.mutate()} />
  return (
    <section aria-label="Danger Zone" className="grid gap-5">
      <h2 className="text-l font-semibold">Danger Zone</h2>
      {canTransfer && <TransferCard project={project} />}
      {canDelete && <DeleteCard project={project} />}
      {!canDelete && <Notice>Transferring and deleting a project take an admin of the organization.</Notice>}
    </section>
  )
}

function TransferCard({ project }: { project: Project }) {
  const { mutate } = useSWRConfig()
  const { data: pending, error } = useSWR<Transfer | null, unknown>(
    keys.transfer(project.id),
    () => call(getTransfer, { params: { id: project.id } }),
    // The answer is given in another organization.
    { refreshInterval: (latest) => (latest ? POLL_MS : 0) },
  )
  const isMailed = useInstance()?.mail !== false
  const hasCosts = useHasCosts()
  const [busy, setBusy] = useState(false)
  async function withdraw() {
    setBusy(true)
    try {
      await call(cancelTransfer, { params: { id: project.id } })
      showToast({ kind: 'success', message: 'The offer is taken back. The project stays here.' })
    } catch (failure) {
      showToast({ kind: 'error', message: messageOf(failure) })
    } finally {
      await mutate(keys.transfer(project.id))
      setBusy(false)
    }
  }
  return (
    <div className="grid gap-3 rounded-card border bg-surface p-5">
      <h3 className="font-semibold">Transfer to another organization</h3>
      <p className="text-ink-2">
        The project moves with its signals and leads once an admin of the other organization accepts.
        {hasCosts && ' Credits stay here.'} Every access to it from here ends.
      </p>
      {error !== undefined && <Notice tone="bad">{messageOf(error)}</Notice>}
      {pending ? (
        <Notice
          tone="warning"
          action={
            <Button busy={busy} onClick={() => void withdraw()}>
              Take it back
            </Button>
          }
        >
          Offered to {pending.email}, who can accept until {formatDate(pending.expires_at)}.
          {!isMailed && ' No mail is sent here, so tell them: the offer waits for them under Projects.'}
        </Notice>
      ) : (
        <TransferForm project={project} />
      )}
    </div>
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
