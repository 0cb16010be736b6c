const TOKEN = /\$(\w*)\$[\s\S]*?\$\1\$|'(?:[^']|'')*'|--[^\n]*|;|[^$';-]+|[\s\S]/g
/** Additions to a table that no program before can miss: a column it need not fill. */
const NULLABLE_OR_FILLED = /^add column (?!.*\bnot null\b(?!.*\bdefault\b))(?!.*\b(unique|primary key)\b)/
/**
 * Columns of which each row has a value of its own, so that the whole table is written anew while everybody waits. `now()`
 * is the same for all rows.
 */
const FILLED_ROW_BY_ROW =
  /^add column \w+ (?:big|small)?serial\b|\) stored\b|\bas identity\b|\bdefault (?:(?!\b(?:check|references)\b).)*?\b(?!(?:now|check|references)\b)\w+ ?\(/
const ADDING = [
  /^create (unlogged )?table /,
  /^create (or replace )?view /,
  /^create (function|type|sequence) /,
  // Policies add up, unless they say that they restrict.
  /^create policy (?!.* as restrictive)/,
  /^(grant|comment on) /,
]

/**
 * The statements of a migration that the version before may not work beside: all but those known to add only. What
 * is done to a table that the migration itself makes is nobody else's matter. The first words of each are given.
 */
export function findContracting(sql: string): string[] {
  const statements = splitStatements(sql)
  const made = new Set(statements.flatMap((one) => /^create (?:unlogged )?table (\w+)/.exec(one)?.slice(1) ?? []))
  return statements.filter((one) => !isAdding(one, made)).map((one) => one.slice(0, 60))
}

function isAdding(statement: string, made: ReadonlySet<string>): boolean {
  const table =
    /^(?:alter table|insert into|create (?:unique )?index \w+ on|create policy \w+ on|create trigger \w+ .* on) (\w+)/.exec(
      statement,
    )?.[1]
  if (table !== undefined && made.has(table)) return true
  const changes = /^alter table \w+ (.*)$/.exec(statement)?.[1]
  if (changes !== undefined)
    return changes
      .split(/, (?=add |alter |drop )/)
      .every((one) => NULLABLE_OR_FILLED.test(one) && !FILLED_ROW_BY_ROW.test(one))
  return ADDING.some((form) => form.test(statement))
}

/** Lower-case statements without comments and what strings say, in single spaces. */
function splitStatements(sql: string): string[] {
  const statements = ['']
  for (const [token] of sql.matchAll(TOKEN)) {
    if (token === ';') statements.push('')
    else if (!token.startsWith('--'))
      statements.push(`${statements.pop() ?? ''}${token.startsWith("'") ? "''" : token}`)
  }
  return statements.map((one) => one.replaceAll(/\s+/g, ' ').trim().toLowerCase()).filter(Boolean)
}
