import { useShortcutsSwitch } from '../../lib/shortcuts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { Switch } from '../../ui/switch.tsx'
import { SHORTCUTS } from './use-inbox-shortcuts.ts'

/** The keys and what they do, and the switch that turns single keys off. */
export function ShortcutHelp({ onClose }: { onClose: () => void }) {
  const { areOn, setOn } = useShortcutsSwitch()
  return (
    <Dialog open onOpenChange={onClose} title="Keyboard shortcuts" size="s">
      <dl className={`grid gap-2 ${areOn ? '' : 'opacity-50'}`}>
        {SHORTCUTS.map(({ keys, does }) => (
          <div key={does} className="flex justify-between gap-4">
            <dt className="text-ink-2">{does}</dt>
            <dd className="flex gap-1">
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <div className="border-t pt-3.5">
        <Switch checked={areOn} onChange={setOn}>
          Single keys act as shortcuts
        </Switch>
      </div>
    </Dialog>
  )
}
