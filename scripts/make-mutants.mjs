// Small mistakes that somebody could make in a source file, one at a time, derived from its syntax alone.
import ts from 'typescript'

const { SyntaxKind: K } = ts

const OPERATORS = new Map([
  [K.AmpersandAmpersandToken, '||'],
  [K.BarBarToken, '&&'],
  [K.LessThanToken, '<='],
  [K.LessThanEqualsToken, '<'],
  [K.GreaterThanToken, '>='],
  [K.GreaterThanEqualsToken, '>'],
  [K.EqualsEqualsEqualsToken, '!=='],
  [K.ExclamationEqualsEqualsToken, '==='],
  [K.PlusToken, '-'],
  [K.MinusToken, '+'],
  [K.AsteriskToken, '/'],
  [K.SlashToken, '*'],
  [K.PlusEqualsToken, '-='],
  [K.MinusEqualsToken, '+='],
])
/** Dropping these calls leaves the list, or the text, as it was. */
const DROPPED = new Set(['filter', 'slice', 'sort', 'toSorted', 'reverse', 'toReversed', 'trim', 'toLowerCase'])
const EXCHANGED = new Map([
  ['some', 'every'],
  ['every', 'some'],
  ['min', 'max'],
  ['max', 'min'],
])
/** No test could notice one more than this. */
const NUMBER_MAX = 1000

/**
 * @typedef {{ start: number, end: number, line: number, from: string, to: string, kind: string }} Mutant
 * What stands from `start` to `end` becomes `to`.
 */

/** All mutants of a TypeScript file, in its order. */
export function makeMutants(text, fileName = 'file.tsx') {
  const source = ts.createSourceFile(fileName, text, ts.ScriptTarget.Latest, true)
  const mutants = []
  function visit(node) {
    if (isOfNoInterest(node)) return
    for (const [at, to, kind] of mutantsOf(node)) {
      const start = at.getStart(source)
      const line = source.getLineAndCharacterOfPosition(start).line + 1
      mutants.push({ start, end: at.end, line, from: text.slice(start, at.end), to, kind })
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return mutants.toSorted((a, b) => a.start - b.start || a.end - b.end)
}

export function applyMutant(text, { start, end, to }) {
  return text.slice(0, start) + to + text.slice(end)
}

/** Types, imports, log calls, and words for people. */
function isOfNoInterest(node) {
  if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return true
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return true
  if (ts.isJsxAttribute(node)) return /^(class|aria-)/.test(node.name.getText())
  if (ts.isNewExpression(node)) return node.expression.getText().endsWith('Error')
  return ts.isCallExpression(node) && isLogging(node)
}

/** Whether it is a log call, and not a logarithm. */
function isLogging({ expression }) {
  return /(?<!\bMath\.)\b(log|console)(\.\w+)?$/.test(expression.getText())
}

function mutantsOf(node) {
  if (ts.isIfStatement(node)) return ofCondition(node.expression, throwsBug(node.thenStatement))
  if (ts.isConditionalExpression(node)) return ofCondition(node.condition)
  if (ts.isWhileStatement(node)) return [[node.expression, 'false', 'condition']]
  if (ts.isBinaryExpression(node)) return ofBinary(node)
  if (ts.isPrefixUnaryExpression(node)) return ofPrefix(node)
  if (ts.isPostfixUnaryExpression(node)) return ofPostfix(node)
  if (ts.isExpressionStatement(node)) return ofStatement(node)
  if (ts.isCallExpression(node)) return ofCall(node)
  return ofLiteral(node)
}

/** If a condition only guards against our own mistakes, nobody can see that it never holds. */
function ofCondition(condition, isAgainstBugs = false) {
  if (condition.kind === K.TrueKeyword || condition.kind === K.FalseKeyword) return []
  const never = [condition, 'false', 'condition']
  return isAgainstBugs ? [] : [[condition, 'true', 'condition'], never]
}

function throwsBug(then) {
  const statement = ts.isBlock(then) ? then.statements[0] : then
  if (!statement || !ts.isThrowStatement(statement) || !ts.isNewExpression(statement.expression)) return false
  return /^(Type|Range)?Error$/.test(statement.expression.expression.getText())
}

function ofBinary(node) {
  const { left, operatorToken, right } = node
  if (operatorToken.kind === K.QuestionQuestionToken)
    return [
      [node, left.getText(), 'default'],
      [node, `(${right.getText()})`, 'default'],
    ]
  const to = OPERATORS.get(operatorToken.kind)
  if (!to || joinsTexts(node)) return []
  const isLogical = to === '&&' || to === '||'
  if (!isLogical) return [[operatorToken, to, 'operator']]
  return [[node, `(${grouped(left)} ${to} ${grouped(right)})`, 'logic']]
}

function grouped(part) {
  return ts.isBinaryExpression(part) ? `(${part.getText()})` : part.getText()
}

function joinsTexts({ operatorToken, left, right }) {
  if (operatorToken.kind !== K.PlusToken && operatorToken.kind !== K.PlusEqualsToken) return false
  const isText = (part) =>
    ts.isStringLiteralLike(part) ||
    ts.isTemplateExpression(part) ||
    (ts.isParenthesizedExpression(part) && isText(part.expression)) ||
    (ts.isBinaryExpression(part) && joinsTexts(part))
  return isText(left) || isText(right)
}

function ofPrefix(node) {
  if (node.operator === K.ExclamationToken) return [[node, node.operand.getText(), 'negation']]
  if (node.operator === K.PlusPlusToken) return [[node, `--${node.operand.getText()}`, 'operator']]
  if (node.operator === K.MinusToken && !ts.isNumericLiteral(node.operand))
    return [[node, node.operand.getText(), 'operator']]
  return []
}

/** A loop that counts down instead of up never ends, which says nothing. */
function ofPostfix(node) {
  if (node.operator !== K.PlusPlusToken || ts.isForStatement(node.parent)) return []
  return [[node, `${node.operand.getText()}--`, 'operator']]
}

function ofStatement(node) {
  const { expression } = node
  const done = ts.isAwaitExpression(expression) || ts.isVoidExpression(expression) ? expression.expression : expression
  if (ts.isCallExpression(done)) return isLogging(done) || isSuper(done) ? [] : [[node, ';', 'statement']]
  return ts.isBinaryExpression(done) && done.operatorToken.kind === K.EqualsToken ? [[node, ';', 'statement']] : []
}

function isSuper({ expression }) {
  return expression.kind === K.SuperKeyword
}

function ofCall(node) {
  const { expression } = node
  if (!ts.isPropertyAccessExpression(expression)) return []
  const { name } = expression
  if (EXCHANGED.has(name.text)) return [[name, EXCHANGED.get(name.text), 'method']]
  return DROPPED.has(name.text) ? [[node, expression.expression.getText(), 'method']] : []
}

function ofLiteral(node) {
  if (node.kind === K.TrueKeyword) return [[node, 'false', 'boolean']]
  if (node.kind === K.FalseKeyword) return [[node, 'true', 'boolean']]
  if (ts.isNumericLiteral(node)) return ofNumber(node)
  if (ts.isArrayLiteralExpression(node))
    return node.elements.length > 0 && !isTarget(node) ? [[node, '[]', 'list']] : []
  if (ts.isStringLiteral(node) && isAnswer(node) && !/\s/.test(node.text) && node.text !== '')
    return [[node, "''", 'text']]
  return []
}

function ofNumber(node) {
  const value = Number(node.text.replaceAll('_', ''))
  return Math.abs(value) < NUMBER_MAX ? [[node, String(value + 1), 'number']] : []
}

/** Whether values are taken out of it rather than put into it. */
function isTarget(node) {
  const { parent } = node
  return ts.isBinaryExpression(parent) && parent.left === node && parent.operatorToken.kind === K.EqualsToken
}

/** Whether a function returns it, alone or as one of several. */
function isAnswer(node) {
  const { parent } = node
  if (ts.isConditionalExpression(parent) && parent.condition !== node) return isAnswer(parent)
  if (ts.isParenthesizedExpression(parent)) return isAnswer(parent)
  return ts.isReturnStatement(parent) || ts.isArrowFunction(parent)
}
