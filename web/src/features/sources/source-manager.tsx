import type { Source } from '@leadlight/contract/sources'
import { useCan } from '../../lib/current-user.ts'
import { messageOf } from '../../lib/request-error.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx'
import { AddSource } from './add-source.tsx'
import { ChannelList } from './channel-list.tsx'
import { ListeningHistory } from './listening-history.tsx'
import { SourceRow } from './source-row.tsx'
import { useSourceChanges, useSources } from './use-sources.ts'

interface SourceManagerProps {
  projectId: string
  onClose: () => void
}

/** The project's sources and their state: its own feeds and communities, and its channels. */
export function SourceManager({ projectId, onClose }: SourceManagerProps) {
  const canWrite = useCan('source.write')
  return (
    <Dialog
      open
      size="l"
      onOpenChange={onClose}
      title="Where leads come from"
      description="Searches and monitoring go through all that is on here. Add the places where your customers talk."
    >
      {!canWrite && <Notice>Adding and removing sources takes a member of the organization.</Notice>}
      <Sources projectId={projectId} canWrite={canWrite} />
    </Dialog>
  )
}

function Sources({ projectId, canWrite }: { projectId: string; canWrite: boolean }) {
  const { data: sources, error, mutate, isValidating } = useSources(projectId)
  const changes = useSourceChanges(projectId)
  if (!sources && error) {
    return (
      <ErrorState title="The sources could not be loaded" onRetry={() => void mutate()} retrying={isValidating}>
        {messageOf(error)}
      </ErrorState>
    )
  }
  if (!sources) {
    return (
      <SkeletonGroup label="Loading the sources" className="grid gap-2">
        {[0, 1, 2, 3].map((row) => (
          <Skeleton key={row} className="h-12" />
        ))}
      </SkeletonGroup>
    )
  }
  const builtIn = sources.filter(({ kind }) => kind === 'built_in')
  const own = sources.filter(({ kind }) => kind !== 'built_in')
  return (
    <div className="grid gap-5">
      {canWrite && <AddSource projectId={projectId} onAdd={changes.add} />}
      <SourceList title="This project’s own" sources={own} onRemove={canWrite ? changes.remove : undefined}>
        Nothing yet. A forum, a tag or a feed of your field often brings what the large platforms don’t have.
      </SourceList>
      <ChannelList projectId={projectId} sources={builtIn} canWrite={canWrite} />
      <ListeningHistory projectId={projectId} sources={sources} />
    </div>
  )
}

interface SourceListProps {
  title: string
  sources: readonly Source[]
  onRemove?: ((source: Source) => Promise<void>) | undefined
  /** The empty state. */
  children: string
}

function SourceList({ title, sources, onRemove, children }: SourceListProps) {
  return (
    <section aria-label={title} className="grid gap-2">
      <h3 className="text-s font-medium text-ink-2">{title}</h3>
      {sources.length === 0 ? (
        <p className="rounded-card border border-dashed px-3 py-4 text-ink-2">{children}</p>
      ) : (
        <ul className="divide-y rounded-card border">
          {sources.map((source) => (
            <SourceRow
              key={source.id ?? `${source.platform} ${source.name}`}
              source={source}
              onRemove={onRemove && (() => onRemove(source))}
            />
          ))}
        </ul>
      )}
    </section>
  )
}
