import {
  BinaryOperationNode,
  ColumnNode,
  DeleteQueryNode,
  IdentifierNode,
  OperationNodeTransformer,
  OperatorNode,
  RawNode,
  ReferenceNode,
  SelectQueryNode,
  TableNode,
  UpdateQueryNode,
  type KyselyPlugin,
  type OperationNode,
  type QueryId,
} from 'kysely'
import { findOpenTransaction } from '@leadlight/server/platform/db'

const TENANT = 'organization_id'
/** How a raw fragment ends where a tenant's id comes next. */
const COMPARES = /(?:"?(\w+)"?\.)?"?organization_id"?\s*=\s*$/
const JOINS = /(?:\w+\.)?organization_id\s*=\s*(?:\w+\.)?organization_id/g

export interface TenantStripper {
  plugin: KyselyPlugin
  /** How many comparisons were removed, by the table or its alias in the statement. */
  stripped: ReadonlyMap<string, number>
}

/**
 * Removes the tenant comparison from every statement, as if each query had forgotten it: row-level security alone then
 * keeps tenants apart.
 */
export function createTenantStripper(): TenantStripper {
  const stripped = new Map<string, number>()
  const transformer = new Stripper((table) => stripped.set(table, (stripped.get(table) ?? 0) + 1))
  return {
    stripped,
    plugin: {
      transformQuery: ({ node, queryId }) => transformer.transformNode(node, queryId),
      transformResult: ({ result }) => Promise.resolve(result),
    },
  }
}

class Stripper extends OperationNodeTransformer {
  readonly #count: (table: string) => void
  readonly #tables: string[] = []

  constructor(count: (table: string) => void) {
    super()
    this.#count = count
  }

  protected override transformNodeImpl<T extends OperationNode>(node: T, queryId?: QueryId): T {
    const table = tableOf(node)
    if (table !== undefined) this.#tables.push(table)
    try {
      return this.#isPredicate(node)
        ? (RawNode.createWithSql('true') as OperationNode as T)
        : super.transformNodeImpl(node, queryId)
    } finally {
      if (table !== undefined) this.#tables.pop()
    }
  }

  #isPredicate(node: OperationNode): boolean {
    if (!BinaryOperationNode.is(node) || !ReferenceNode.is(node.leftOperand)) return false
    const isEqual = OperatorNode.is(node.operator) && node.operator.operator === '='
    const { column, table } = node.leftOperand
    const name = ColumnNode.is(column) ? column.column.name : ''
    const owner = table?.table.identifier.name ?? this.#tables.at(-1) ?? 'unknown'
    // In a tenant's own scope the organization is the tenant; elsewhere its id says which one is meant.
    const isOwn = name === 'id' && owner === 'organization' && findOpenTransaction()?.scope.name === 'organization'
    const isTenant = name === TENANT || isOwn
    if (isEqual && isTenant) this.#count(owner)
    return isEqual && isTenant
  }

  protected override transformRaw(node: RawNode, queryId?: QueryId): RawNode {
    const fragments: string[] = []
    const parameters: OperationNode[] = []
    let fragment = node.sqlFragments[0] ?? ''
    for (const [at, parameter] of node.parameters.entries()) {
      const next = node.sqlFragments[at + 1] ?? ''
      const found = COMPARES.exec(fragment)
      if (found) {
        this.#count(found[1] ?? mainTable(fragments.join(' ') + fragment))
        fragment = `${fragment.slice(0, found.index)}true${next.replace(/^::uuid/, '')}`
      } else {
        fragments.push(fragment)
        parameters.push(parameter)
        fragment = next
      }
    }
    const whole = [...fragments, fragment].map((text) => text.replaceAll(JOINS, 'true'))
    return super.transformRaw(RawNode.create(whole, parameters), queryId)
  }
}

function tableOf(node: OperationNode): string | undefined {
  if (SelectQueryNode.is(node)) return nameOf(node.from?.froms[0])
  if (DeleteQueryNode.is(node)) return nameOf(node.from.froms[0])
  return UpdateQueryNode.is(node) ? nameOf(node.table) : undefined
}

function nameOf(node: OperationNode | undefined): string | undefined {
  return node && TableNode.is(node) && IdentifierNode.is(node.table.identifier) ? node.table.identifier.name : undefined
}

/** The table that a raw statement last named before a position in it. */
function mainTable(before: string): string {
  return [...before.matchAll(/\b(?:from|update|join)\s+"?(\w+?)(?:(?<!saved)_view)?\b"?/gi)].at(-1)?.[1] ?? 'unknown'
}
