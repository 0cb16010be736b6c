import { POST_BY_HAND_MAX } from '@leadlight/domain/by-hand'
import { useState } from 'react'
import { BringPost, type PostToBring } from '../../features/sources/bring-post.tsx'
import { useCan } from '../../lib/current-user.ts'
import { usePageTitle } from '../../lib/page-title.ts'
import { lastUsedProject, useProjects } from '../../lib/projects.ts'
import { useLocation, useNavigate } from '../../lib/router/use-router.ts'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { Select } from '../../ui/select.tsx'

/**
 * Where a bookmark and the browser extension lead, to bring the post that was being read into a project: `/add#url=…&text=…`,
 * or the same behind a question mark, which the server sees.
 */
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
  const navigate = useNavigate()
  const { pathname, search, hash } = useLocation()
  const [chosen, setChosen] = useState<string | null>(null)
  const project = projects.find(({ id }) => id === chosen) ?? lastUsedProject(projects)
  if (!project) return <Notice>There is no project yet to add a post to.</Notice>
  const { start, notice } = readPost(new URLSearchParams(hash === '' ? search : hash.slice(1)))
  return (
    <div className="grid max-w-150 gap-4">
      {notice !== null && <Notice>{notice}</Notice>}
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
      {/* The words must not stay in the browser's history, nor fill the fields again. */}
      <BringPost projectId={project.id} start={start} onJudged={() => void navigate({ pathname }, { replace: true })} />
    </div>
  )
}

const NOTHING_SELECTED =
  'No words came along: nothing was selected, or the page lets nothing be read, as a PDF does. Paste the words here.'
const CUT = `Only the first ${POST_BY_HAND_MAX.toLocaleString('en')} characters are here: more of a post is not judged.`

/** The post as the address has it, and what to know about it. */
function readPost(params: URLSearchParams): { start: PostToBring; notice: string | null } {
  const [url, text, author] = ['url', 'text', 'author'].map((name) => params.get(name) ?? '')
  const start = { url: url ?? '', text: cut(text ?? ''), author: author ?? '' }
  if (start.text.trim() === '') return { start, notice: params.has('text') ? NOTHING_SELECTED : null }
  return { start, notice: start.text === text ? null : CUT }
}

/** Not through the middle of a character. */
function cut(text: string): string {
  return text.length <= POST_BY_HAND_MAX ? text : text.slice(0, POST_BY_HAND_MAX).replace(/[\uD800-\uDBFF]$/u, '')
}
