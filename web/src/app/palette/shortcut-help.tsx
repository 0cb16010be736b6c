import type { Project } from '@leadlight/contract/projects'
import { Search } from 'lucide-react'
import { Fragment, useState } from 'react'
import { useRole } from '../../lib/current-user.ts'
import { hasWords } from '../../lib/fuzzy.ts'
import { useLeadStatuses } from '../../lib/lead-statuses.ts'
import { useProspectStatuses } from '../../lib/prospect-statuses.ts'
import { useShortcutsSwitch } from '../../lib/shortcuts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { Switch } from '../../ui/switch.tsx'
import type { ShortcutEntry } from './shortcut-list.ts'
import { shortcutGroupsOf } from './shortcut-list.ts'

interface ShortcutHelpProps {
  /** Its statuses are named beside the keys that set them. */
  project: Project | null
  onClose: () => void
}

/** The shortcuts with a search field, and the switch that turns single keys off. */
export function ShortcutHelp({ project, onClose }: ShortcutHelpProps) {
  const { areOn, setOn } = useShortcutsSwitch()
  const [typed, setTyped] = useState('')
  const role = useRole()
  const leads = useLeadStatuses(project?.id ?? null).data
  const prospects = useProspectStatuses(project?.id ?? null).data
  const groups = shortcutGroupsOf(role, { leads, prospects })
    .map(({ title, entries }) => ({
      title,
      entries: entries.filter((entry) => fits(entry, title, typed)),
    }))
    .filter(({ entries }) => entries.length > 0)
  return (
    <Dialog open onOpenChange={onClose} title="Keyboard shortcuts" size="l">
      <SearchInput
        label="Search the shortcuts"
        placeholder="Search the shortcuts"
        icon={<Search aria-hidden="true" />}
        value={typed}
        onText={setTyped}
      />
      {/* Columns of a limited height would overflow sideways, so the section around them scrolls. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- What scrolls must be reached by key. */}
      <section aria-label="Shortcuts" tabIndex={0} className="max-h-[60dvh] overflow-y-auto">
        <div className="gap-x-10 sm:columns-2">
          {groups.map(({ title, entries }) => (
            <section key={title} aria-label={title} className={`mb-5 break-inside-avoid ${areOn ? '' : 'opacity-60'}`}>
              <h3 className="mb-1.5 text-s font-medium text-ink-3">{title}</h3>
              <dl className="grid gap-1.5">
                {entries.map((entry) => (
                  <Entry key={`${entry.keys.join(' ')} ${entry.does}`} {...entry} />
                ))}
              </dl>
            </section>
          ))}
          {groups.length === 0 && <p className="py-6 text-center text-ink-2 sm:[column-span:all]">No shortcut fits.</p>}
        </div>
      </section>
      <div className="border-t pt-3.5">
        <Switch checked={areOn} onChange={setOn}>
          Single keys act as shortcuts
        </Switch>
      </div>
    </Dialog>
  )
}

function Entry({ keys, does }: ShortcutEntry) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt>{does}</dt>
      <dd className="flex shrink-0 items-center gap-1 text-s text-ink-3">
        {keys.map((key, index) => (
          <Fragment key={key}>
            {index > 0 && 'then'}
            <Kbd>{key}</Kbd>
          </Fragment>
        ))}
      </dd>
    </div>
  )
}

function fits({ keys, does }: ShortcutEntry, title: string, typed: string): boolean {
  const query = typed.trim()
  return keys.includes(query) || hasWords(query, `${does} ${title} ${keys.join(' ')}`)
}
