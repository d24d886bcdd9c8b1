import type { FieldFault } from '../contract/draft-rules.ts'

type NamedRole = { readonly roleName: string; readonly own: boolean }

/** What a template's contracts are called unless it says otherwise: 劳动合同（{乙方}）, after the first other side. */
export function presetTitle(templateName: string, roles: readonly NamedRole[]): string {
  const other = roles.find(({ own, roleName }) => !own && roleName.trim() !== '')
  return other && templateName.trim() !== ''
    ? `${templateName.trim()}（{${other.roleName.trim()}}）`
    : templateName.trim()
}

const placeholder = /\{([^{}]*)\}/gu

/** The names that stand in a title in braces: of roles, and of what the initiator fills in. */
const namesIn = (title: string): string[] => [...title.matchAll(placeholder)].map(([, name = '']) => name.trim())

/** Names in braces that are not among those of roles and of the initiator's fill-ins. */
export function titleFaults(title: string, names: readonly string[]): FieldFault[] {
  const known = new Set(names.map((name) => name.trim()))
  return namesIn(title)
    .filter((name) => !known.has(name))
    .map((name) => ({ field: 'subject', message: `合同主题中的{${name}}没有对应的签署角色或填写项` }))
}

/**
 * A template's title with the values of one launch, by name, cut to a subject's 100 characters. What is not known yet
 * leaves nothing behind, its brackets neither.
 */
export function titleOf(title: string, values: ReadonlyMap<string, string>): string {
  const filled = title
    .replace(placeholder, (_whole, name: string) => values.get(name.trim()) ?? '')
    .replace(/（\s*）|\(\s*\)|【\s*】/gu, '')
    // A value may hold what no subject does (domain 4.3).
    .replace(/[\\/:*?"<>|{}]/g, ' ')
    .trim()
  return [...filled].slice(0, 100).join('').trim() || '合同'
}

/** The same title after a role was given another name; while it has none, its braces are empty. */
export const titleRenamed = (title: string, from: string, to: string): string =>
  title.replaceAll(`{${from.trim()}}`, `{${to.trim()}}`)
