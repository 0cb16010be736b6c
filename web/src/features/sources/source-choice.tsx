import type { Source } from '@leadlight/contract/sources'
import { AddSource } from './add-source.tsx'
import { ChannelList } from './channel-list.tsx'
import { useSourceChanges } from './use-sources.ts'

/** The switches of the channels, and the form that adds a source. The page of the sources has the rest. */
export function SourceChoice({ projectId, sources }: { projectId: string; sources: readonly Source[] }) {
  const { add } = useSourceChanges(projectId)
  return (
    <div className="grid gap-5">
      <ChannelList projectId={projectId} sources={sources.filter(({ kind }) => kind === 'built_in')} canWrite />
      <AddSource projectId={projectId} onAdd={add} />
    </div>
  )
}
