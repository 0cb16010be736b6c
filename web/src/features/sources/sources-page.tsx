import type { Source } from '@leadlight/contract/sources'
import type { ReactNode } from 'react'
import { useParams } from '../../lib/router/use-router.ts'
import { useCan } from '../../lib/current-user.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { messageOf } from '../../lib/request-error.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { Skeleton, SkeletonGroup } from '../../ui/skeleton.tsx'
import { AddSource } from './add-source.tsx'
import { BringPost } from './bring-post.tsx'
import { ChannelList } from './channel-list.tsx'
import { ListeningHistory } from './listening-history.tsx'
import { ReceivingAddresses } from './receiving-addresses.tsx'
import { SourceRow } from './source-row.tsx'
import { SourceSection } from './source-section.tsx'
import { useSourceLeads, type SourceLeads } from './use-source-leads.ts'
import { useSourceChanges, useSources } from './use-sources.ts'

/** Where a project's leads come from: its channels and its own sources, what each brought, and how each is doing. */
export function SourcesPage() {
  usePageTitle('Sources')
  const { projectId = '' } = useParams()
  const canRead = useCan('source.read')
  return (
    <Page title="Sources" subtitle="Where leads come from. Searches and monitoring go through all that is on here.">
      {canRead ? <Sources projectId={projectId} /> : <Notice>The sources are for members of the organization.</Notice>}
    </Page>
  )
}

function Sources({ projectId }: { projectId: string }) {
  const { data: sources, error, mutate, isValidating } = useSources(projectId)
  const canWrite = useCan('source.write')
  const changes = useSourceChanges(projectId)
  const leads = useSourceLeads(projectId)
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
    <>
      {leads.error !== undefined && <NoNumbers error={leads.error} onRetry={leads.retry} />}
      <div className="grid items-start gap-x-6 gap-y-6 xl:grid-cols-2">
        <ChannelList projectId={projectId} sources={builtIn} leads={leads} canWrite={canWrite} />
        <div className="grid min-w-0 gap-6">
          <OwnSources sources={own} leads={leads} onRemove={canWrite ? changes.remove : undefined}>
            {canWrite && <AddSource projectId={projectId} onAdd={changes.add} />}
          </OwnSources>
          {canWrite && (
            <SourceSection title="A post you read elsewhere">
              <p className="text-ink-2">
                From LinkedIn, a group, a chat: it is judged for this project’s signals and seen in this project alone.
              </p>
              <BringPost projectId={projectId} />
            </SourceSection>
          )}
          {canWrite && <ReceivingAddresses projectId={projectId} />}
          <ListeningHistory projectId={projectId} sources={sources} />
        </div>
      </div>
    </>
  )
}

function NoNumbers({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <Notice
      tone="bad"
      action={
        <Button size="s" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      The numbers of leads could not be loaded. {messageOf(error)}
    </Notice>
  )
}

interface OwnSourcesProps {
  sources: readonly Source[]
  leads: SourceLeads
  onRemove?: ((source: Source) => Promise<void>) | undefined
  /** The form that adds one. */
  children: ReactNode
}

function OwnSources({ sources, leads, onRemove, children }: OwnSourcesProps) {
  return (
    <SourceSection title="This project’s own">
      {sources.length === 0 ? (
        <p className="rounded-card border border-dashed px-3 py-4 text-ink-2">
          Nothing yet. A forum, a tag or a feed of your field often brings what the large platforms don’t have.
        </p>
      ) : (
        <ul className="divide-y rounded-card border bg-surface">
          {sources.map((source) => (
            <SourceRow
              key={source.id ?? `${source.platform} ${source.name}`}
              source={source}
              leads={leads.ofSource(source)}
              onRemove={onRemove && (() => onRemove(source))}
            />
          ))}
        </ul>
      )}
      {children}
    </SourceSection>
  )
}
