import { useState } from 'react'
import { BringPost } from '../../features/sources/bring-post.tsx'
import { useCan } from '../../lib/current-user.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { lastUsedProject, useProjects } from '../../lib/projects.ts'
import { useSearchParams } from '../../lib/router/use-search-params.ts'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { Select } from '../../ui/select.tsx'

/** Where a bookmarklet leads: `/add?url=…&text=…` brings the post that was being read into a project. */
export function AddPage() {
  usePageTitle('Add a post')
  const canWrite = useCan('source.write')
  return (
    <Page
      title="Add a post"
      subtitle="A post that you read elsewhere is judged for your signals and seen in your project alone."
    >
      {canWrite ? <AddPost /> : <Notice>Posts are added by members of the organization.</Notice>}
    </Page>
  )
}

function AddPost() {
  const { data: projects = [] } = useProjects()
  const [params] = useSearchParams()
  const [chosen, setChosen] = useState<string | null>(null)
  const project = projects.find(({ id }) => id === chosen) ?? lastUsedProject(projects)
  if (!project) return <Notice>There is no project yet to add a post to.</Notice>
  const start = { url: params.get('url') ?? '', text: params.get('text') ?? '', author: params.get('author') ?? '' }
  return (
    <div className="grid max-w-150 gap-4">
      {projects.length > 1 && (
        <Field label="Project">
          {(control) => (
            <Select
              {...control}
              value={project.id}
              options={projects.map(({ id, name }) => ({ value: id, label: name }))}
              onChange={setChosen}
            />
          )}
        </Field>
      )}
      <BringPost projectId={project.id} start={start} />
    </div>
  )
}
