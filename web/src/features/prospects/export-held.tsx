import type { Person } from '@leadlight/contract/prospects'
import { exportHeld } from 'virtual:calls'
import { send } from '../../lib/api.ts'
import { fileName, saveFile } from '../../lib/save-file.ts'
import { useToastedAttempt } from '../../lib/use-toasted-attempt.ts'
import { Button } from '../../ui/button.tsx'

/** Saves all that the organization holds of a person, for somebody who asks for it. */
export function ExportHeld({ person: { id, project_id: projectId } }: { person: Person }) {
  const { busy, run } = useToastedAttempt()
  async function save() {
    const response = await send(exportHeld, { params: { projectId, id } })
    saveFile(await response.blob(), fileName(response) ?? 'What is held.json')
  }
  return (
    <section aria-label="What is held" className="flex flex-wrap items-center gap-x-6 gap-y-2 border-t pt-5">
      <p className="flex-1 basis-72 text-s text-ink-3">
        Somebody who asks what is held of them can be sent all of it, from every project of the organization.
      </p>
      <Button size="s" busy={busy} onClick={() => void run(save)}>
        Export what is held
      </Button>
    </section>
  )
}
