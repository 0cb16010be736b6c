import type { Lead } from '@leadlight/contract/leads'
import { hasDirectMessages } from '@leadlight/domain/communities'
import type { DraftType } from '@leadlight/domain/drafts'
import { useLayoutEffect, useRef, useState } from 'react'
import { Tab, TabList, TabPanel, Tabs } from '../../ui/tabs.tsx'
import { LeadDraftPane } from './lead-draft-pane.tsx'
import type { DraftPaneHandle } from '../../lib/drafts/draft-pane.tsx'
import { useInstance } from '../../lib/instance.ts'
import { useLeadAction } from './use-lead-action.ts'

const TITLES: Record<DraftType, string> = { reply: 'Reply', dm: 'Direct message' }
const WITHOUT_MODEL =
  'The built-in composer leaves gaps for you to fill. A large model, where whoever runs this installation sets one up, writes whole sentences in your tone and language.'
const TYPES = ['reply', 'dm'] as const

interface LeadDraftsProps {
  lead: Lead
  linkTo: (leadId: string) => string
  /** Returns the focus to the lead, where single keys work again. */
  onLeave: () => void
}

/**
 * A reply, and where its platform has direct messages one of those: side by side if there is room, else in tabs. A
 * message that was kept shows in any case.
 */
export function LeadDrafts(props: LeadDraftsProps) {
  const { lead } = props
  const ai = useInstance()?.ai
  const isKept = lead.drafts.some(({ message_type: type }) => type === 'dm')
  return (
    <section aria-label="Drafts" className="@container/drafts grid gap-2.5">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h2 className="text-l font-semibold">Answer</h2>
        <p className="text-s text-ink-3">
          Leadlight never posts for you.
          {ai === 'local' && ` ${WITHOUT_MODEL}`}
        </p>
      </div>
      {isKept || hasDirectMessages(lead.platform) ? <ReplyAndMessage {...props} /> : <ReplyAlone {...props} />}
    </section>
  )
}

function ReplyAlone({ lead, linkTo, onLeave }: LeadDraftsProps) {
  const pane = useRef<DraftPaneHandle>(null)
  useLeadAction('draft_reply', lead.id, () => pane.current?.focus())
  return <LeadDraftPane ref={pane} type="reply" title={TITLES.reply} {...{ lead, linkTo, onLeave }} />
}

function ReplyAndMessage({ lead, linkTo, onLeave }: LeadDraftsProps) {
  const [type, setType] = useState<DraftType>('reply')
  const reply = useRef<DraftPaneHandle>(null)
  const message = useRef<DraftPaneHandle>(null)
  const panes = { reply, dm: message }
  /** A new object for each request, even for the same type. */
  const [asked, setAsked] = useState<{ type: DraftType } | null>(null)
  function go(to: DraftType) {
    setType(to)
    setAsked({ type: to })
  }
  // Before paint, not a frame later: keys typed in between would count as shortcuts.
  useLayoutEffect(() => {
    if (asked) (asked.type === 'reply' ? reply : message).current?.focus()
  }, [asked])
  useLeadAction('draft_reply', lead.id, () => go('reply'))
  useLeadAction('draft_message', lead.id, () => go('dm'))
  return (
    <Tabs
      value={type}
      onValueChange={(value) => setType(TYPES.find((one) => one === value) ?? 'reply')}
      className="grid gap-3"
    >
      <TabList label="Kind of answer" className="px-0 @min-[600px]/drafts:hidden">
        {TYPES.map((one) => (
          <Tab key={one} value={one}>
            {TITLES[one]}
          </Tab>
        ))}
      </TabList>
      <div className="grid gap-3 @min-[600px]/drafts:grid-cols-2">
        {TYPES.map((one) => (
          <TabPanel
            key={one}
            value={one}
            forceMount
            tabIndex={-1}
            className="min-w-0 data-[state=inactive]:hidden @min-[600px]/drafts:data-[state=inactive]:block"
          >
            <LeadDraftPane ref={panes[one]} type={one} title={TITLES[one]} {...{ lead, linkTo, onLeave }} />
          </TabPanel>
        ))}
      </div>
    </Tabs>
  )
}
