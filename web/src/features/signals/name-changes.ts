import type { ReplyOf } from '@leadlight/contract/endpoint'
import type { IntentSignal } from '@leadlight/contract/signals'
import type { importNames as importEndpoint } from '@leadlight/contract/watched-names'
import type { NameProblem } from '@leadlight/domain/watched-names/read-tokens'
import { findNamesProblem } from '@leadlight/domain/watched-names/common-names'
import { useSWRConfig } from 'swr'
import { importNames, updateNames, watchNames } from 'virtual:calls'
import { call } from '../../lib/api.ts'
import { keys } from '../../lib/keys.ts'

const SHOWN_MAX = 30

/** Watches names, changes them and imports lists of them, with the cache. Failures are thrown. */
export function useNameChanges(projectId: string) {
  const { mutate } = useSWRConfig()
  const key = keys.intentSignals(projectId)
  function remember(change: (signals: IntentSignal[]) => IntentSignal[]) {
    return mutate(key, (signals: IntentSignal[] | undefined) => change(signals ?? []), { revalidate: false })
  }
  return {
    watch: async (names: string): Promise<IntentSignal> => {
      const added = await call(watchNames, { params: { projectId }, body: { names } })
      await remember((signals) => [...signals, added])
      return added
    },
    change: async (id: string, names: string): Promise<IntentSignal> => {
      const changed = await call(updateNames, { params: { projectId, id }, body: { names } })
      await remember((signals) => signals.map((signal) => (signal.id === id ? changed : signal)))
      return changed
    },
    importList: async (list: string): Promise<ReplyOf<typeof importEndpoint>> => {
      const reply = await call(importNames, { params: { projectId }, body: { list } })
      await mutate(key)
      return reply
    },
  }
}

/** What is wrong with an expression and where, in words; null if it can be watched. */
export function namesProblem(names: string): string | null {
  const problem = findNamesProblem(names)
  return problem && withPlace(problem, names)
}

function withPlace({ sentence, at, end }: NameProblem, names: string): string {
  const part = names.slice(at, end)
  if (part === '' || part.length > SHOWN_MAX || part === names) return sentence
  return `${sentence} This is about ${part}, at character ${at + 1}.`
}
