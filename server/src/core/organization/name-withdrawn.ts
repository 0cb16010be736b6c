import { nameTarget } from '../../platform/changes.ts'

/** Keeps in the audit log whose invite it was, recognisable to whoever wrote it, while the address itself goes with the invite. */
export function nameWithdrawn({ email }: { email: string }): void {
  const at = email.lastIndexOf('@')
  nameTarget({ name: `${email.slice(0, 1)}…${email.slice(at)}` })
}
