import { childrenOf, nameOf, type Node, one, quasisOf, type Span, stringOf, syntaxOf, under } from './syntax.ts'

/**
 * A text of a script, whole: `key` is its Chinese, with `{0}`, `{1}` for what the code in the slots fills in. Those of
 * the `children` of an element may be elements; everything else is a `string`.
 */
export type Text = Span & { shape: 'string' | 'children'; key: string; slots: readonly Span[] }

type Part = string | Node

const chinese = /[\p{Script=Han}\u3001-\u303f\uff01-\uff5e]/u

/** Whether a text has Chinese writing or punctuation. */
export const isChinese = (text: string): boolean => chinese.test(text)

/**
 * The Chinese texts of a script in the order of their beginnings; one within a slot of another comes after it. What a
 * script compares with, takes apart or looks up by is no text: nobody reads it.
 */
export function findTexts(code: string): readonly Text[] {
  const found: Text[] = []
  if (isChinese(code)) visit(syntaxOf(code), found)
  return found
}

function visit(node: Node, found: Text[]): void {
  const parts = partsOf(node)
  if (parts.some((part) => typeof part === 'string' && isChinese(part))) {
    const slots = parts.filter((part) => typeof part !== 'string')
    let slot = 0
    const key = parts.map((part) => (typeof part === 'string' ? part : `{${slot++}}`)).join('')
    found.push({ start: node.start, end: node.end, shape: isList(node) ? 'children' : 'string', key, slots })
    for (const filling of slots) visit(filling, found)
    return
  }
  const unread = unreadWithin(node)
  for (const child of childrenOf(node)) if (!unread.has(child)) visit(child, found)
}

const isList = ({ type }: Node) => type === 'ArrayExpression'

/** The pieces of which a node makes a text; none where it makes none. */
function partsOf(node: Node): readonly Part[] {
  const whole = stringOf(node)
  if (whole !== undefined) return [whole]
  if (node.type === 'TemplateLiteral') return templateParts(node)
  // Elements of one element read as one sentence: 共<b>3</b>份.
  return isList(node) && node['ofElement'] === true ? under(node, 'elements').flatMap(childParts) : []
}

function templateParts(template: Node): readonly Part[] {
  const slots = under(template, 'expressions')
  return quasisOf(template).flatMap((words, at) => {
    const slot = slots[at]
    return [...(words === '' ? [] : [words]), ...(slot ? [slot] : [])]
  })
}

const childParts = (child: Node): readonly Part[] => {
  const own = child.type === 'TemplateLiteral' || child.type === 'Literal' ? partsOf(child) : []
  return own.length > 0 ? own : [child]
}

const comparing = new Set(['===', '!==', '==', '!=', 'in'])
/** Methods whose first argument is looked for in another text. */
const searching = new Set(
  'split includes startsWith endsWith indexOf lastIndexOf has get replace replaceAll'.split(' '),
)

/** What stands within a node and is read by nobody; marks the list of an element's children on the way. */
function unreadWithin(node: Node): ReadonlySet<Node | undefined> {
  return new Set(unread[node.type]?.(node))
}

const unread: Readonly<Record<string, (node: Node) => readonly Node[]>> = {
  BinaryExpression: (node) =>
    comparing.has(String(node['operator']))
      ? [...under(node, 'left'), ...under(node, 'right')].filter((side) => stringOf(side) !== undefined)
      : [],
  TaggedTemplateExpression: (node) => under(node, 'quasi'),
  SwitchCase: (node) => under(node, 'test'),
  MemberExpression: (node) => (node['computed'] === true ? under(node, 'property') : []),
  CallExpression: (node) => {
    const called = one(node, 'callee')
    const method = called?.type === 'MemberExpression' ? (nameOf(called, 'property') ?? '') : ''
    return searching.has(method) ? under(node, 'arguments').slice(0, 1) : []
  },
  Property: (node) => {
    const value = one(node, 'value')
    if (value && isList(value) && nameOf(node, 'key') === 'children') value['ofElement'] = true
    return under(node, 'key')
  },
}
