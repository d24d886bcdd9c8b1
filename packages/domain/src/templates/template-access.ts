/** What a department may do with a template: launch from it, or change it too. */
export const templateUses = ['use', 'edit'] as const
/** A member of `templateUses`. */
export type TemplateUse = (typeof templateUses)[number]

/** What the members of one department may do with a template; of no department: everybody in the company. */
export type TemplateAccess = { readonly departmentId: string | null; readonly use: TemplateUse }

/** Of whoever asks for a template. */
export type TemplateAsker = { readonly isOwner: boolean; readonly departmentId: string | null }

/**
 * What somebody may do with a template, null for nothing. Without a line it is everybody's to use and change; with one,
 * it is those departments' and the administrator's.
 */
export function templateUseOf(access: readonly TemplateAccess[], { isOwner, departmentId }: TemplateAsker) {
  if (isOwner || access.length === 0) return 'edit'
  const own = access.filter((line) => line.departmentId === null || line.departmentId === departmentId)
  if (own.some(({ use }) => use === 'edit')) return 'edit'
  return own.length > 0 ? 'use' : null
}

/** Labels of what a department may do. */
export const templateUseLabels: Readonly<Record<TemplateUse, string>> = { use: '可使用', edit: '可使用和编辑' }
