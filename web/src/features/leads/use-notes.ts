import type { Note } from '@leadlight/contract/lead-work'
import { useSWRConfig } from 'swr'
import useSWR from 'swr'
import { addNote, listNotes, removeNote } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { keys } from '../../lib/keys.ts'
import { messageOf } from '../../lib/request-error.ts'
import { usePatchCached } from '../../lib/use-patch-cached.ts'
import { showToast } from '../../ui/toast.tsx'

/** The notes on a lead, oldest first, and their actions. */
export function useNotes(projectId: string, leadId: string) {
  const { mutate } = useSWRConfig()
  const patchCached = usePatchCached()
  const params = { projectId, id: leadId }
  const key = keys.notes(leadId)
  const notes = useSWR<Note[], unknown>(key, () => call(listNotes, { params }))

  function show(change: (notes: Note[]) => Note[]) {
    patchCached<Note[]>(key, change)
    void mutate(keys.history(leadId))
  }
  async function add(text: string): Promise<void> {
    const note = await call(addNote, { params, body: { text } })
    show((current) => [...current.filter((one) => one.id !== note.id), note].toSorted(byTime))
  }
  /** Removes a note at once; it returns if the server refuses, or by Undo if offered. */
  async function remove(note: Note, canUndo: boolean): Promise<void> {
    show((current) => current.filter((one) => one.id !== note.id))
    try {
      await call(removeNote, { params: { ...params, noteId: note.id } })
      showToast({
        kind: 'success',
        message: 'Deleted the note',
        ...(canUndo ? { onUndo: () => void bringBack(note) } : {}),
      })
    } catch (error) {
      show((current) => [...current, note].toSorted(byTime))
      showToast({ kind: 'error', message: `The note could not be deleted. ${messageOf(error)}` })
    }
  }
  async function bringBack(note: Note): Promise<void> {
    try {
      await add(note.text)
    } catch (error) {
      showToast({ kind: 'error', message: `The note could not be brought back. ${messageOf(error)}` })
    }
  }
  return { ...notes, add, remove }
}

function byTime(a: Note, b: Note): number {
  return a.created_at.localeCompare(b.created_at) || a.id.localeCompare(b.id)
}
