import { breakpoints } from '../../../apps/web/src/ui/breakpoints.ts'
import type { Finding } from '../finding.ts'

const kinds: readonly number[] = Object.values(breakpoints)

/** One rule of a style sheet: its selector, the conditions around it, from outside in, and where it begins. */
type StyleRule = { selector: string; conditions: readonly string[]; line: number }

/** Every breach in these style sheets, by path from the root and text. */
export function findStyleBreaches(sheets: readonly (readonly [path: string, text: string])[]): Finding[] {
  const read = sheets.map(([file, text]) => ({ file, rules: rulesOf(text) }))
  return [
    ...sheets.flatMap(([path, text]) => findWidths(path, text)),
    ...read.flatMap(({ file, rules }) => rules.filter(hoversAlways).map(({ line }) => breach(file, line, ...hover))),
    ...findShared(read),
  ]
}

const hover = ['hover', 'only where a pointer can hover: @media (hover: hover)'] as const
const breach = (file: string, line: number, rule: string, text: string): Finding => ({ file, line, rule, text })
const lineAt = (text: string, index: number) => text.slice(0, index).split('\n').length

/** Widths that are none of `breakpoints`: windows of a kind that no other page knows. */
function findWidths(path: string, text: string): Finding[] {
  return [...text.matchAll(/\((min|max)-width: (\d+)px\)/g)].flatMap(({ 0: query, 1: end, 2: px, index }) => {
    const from = Number(px) + (end === 'max' ? 1 : 0)
    if (kinds.includes(from)) return []
    return [breach(path, lineAt(text, index), 'breakpoint', `${query}: windows change at ${kinds.join(', ')} px`)]
  })
}

const withoutComments = (text: string) =>
  text.replaceAll(/\/\*[\s\S]*?\*\//g, (comment) => comment.replaceAll(/[^\n]/g, ' '))

function rulesOf(sheet: string): StyleRule[] {
  const text = withoutComments(sheet)
  const around: string[] = []
  return [...text.matchAll(/([^{};]*)([{};])/g)].flatMap(({ 1: before = '', 2: sign, index }) => {
    if (sign === '}') around.pop()
    if (sign !== '{') return []
    const selector = before.trim()
    const conditions = [...around]
    around.push(selector)
    const isRule = !selector.startsWith('@') && !conditions.some((one) => one.startsWith('@keyframes'))
    const line = lineAt(text, index + before.length - before.trimStart().length)
    return isRule ? [{ selector, conditions, line }] : []
  })
}

/** Where a finger points, a hovered look stays after the touch. */
const hoversAlways = ({ selector, conditions }: StyleRule) =>
  selector.includes(':hover') && !conditions.some((one) => one.includes('(hover: hover)'))

/** Classes that rules of two sheets lay claim to: which of them counts would hang on the order they are loaded in. */
function findShared(sheets: readonly { file: string; rules: readonly StyleRule[] }[]): Finding[] {
  const owners = new Map<string, string>()
  const told = new Set<string>()
  return sheets.flatMap(({ file, rules }) =>
    rules.flatMap(({ line, ...rule }) =>
      claimed(rule).flatMap((name) => {
        const owner = owners.get(name) ?? file
        owners.set(name, owner)
        if (owner === file || told.has(`${file} ${name}`)) return []
        told.add(`${file} ${name}`)
        return [breach(file, line, 'shared-class', `.${name} is ${owner}’s: name another, or one of its own beside it`)]
      }),
    ),
  )
}

/** The class of each selector that names no other and no id; what is printed may be said apart from its sheet. */
function claimed({ selector, conditions }: Pick<StyleRule, 'selector' | 'conditions'>): string[] {
  if (conditions.includes('@media print')) return []
  return selector.split(/,(?![^(]*\))/).flatMap((one) => {
    const names = new Set(Array.from(one.matchAll(/\.([A-Za-z][\w-]*)/g), ([, name = '']) => name))
    return names.size === 1 && !one.includes('#') ? [...names] : []
  })
}
