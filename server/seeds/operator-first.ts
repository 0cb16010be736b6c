export type Environment = Readonly<Record<string, string | undefined>>

/**
 * The operator's environment with what it leaves open. Variables come in groups that only make sense together: where the operator has set
 * one of them, none is added. An empty variable counts as not set.
 */
export function operatorFirst(
  operators: Environment,
  groups: readonly Readonly<Record<string, string>>[],
): Environment {
  const isOpen = (name: string) => (operators[name] ?? '').trim() === ''
  const added = groups.filter((group) => Object.keys(group).every(isOpen))
  return Object.fromEntries([operators, ...added].flatMap((variables) => Object.entries(variables)))
}
