import type { ReactNode } from 'react'

function PlainSettings({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-3">
      <h2 className="text-l font-semibold">{title}</h2>
      <div className="rounded-card border bg-surface p-5 text-ink-2">{children}</div>
    </section>
  )
}

export const plainSettingsPages = {
  writing: () => (
    <PlainSettings title="Writing">
      How drafts of replies and messages should sound will be set here. Today Leadlight finds posts and explains why
      they fit; the answer is yours to write.
    </PlainSettings>
  ),
  notifications: () => (
    <PlainSettings title="Notifications">
      What you are told of new leads, by mail, Slack or webhook, will be set here. Today new leads show up live in
      Posts, with a count of what is unread.
    </PlainSettings>
  ),
}
