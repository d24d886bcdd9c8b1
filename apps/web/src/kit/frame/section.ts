import { useHandle } from '../../router/hooks.ts'

/** The three headings of the application. */
export type Section = 'home' | 'contracts' | 'me'

const sections: Record<string, Section> = {
  home: 'home',
  ContractList: 'contracts',
  approveList: 'contracts',
  Info: 'me',
  CompanyInfo: 'me',
  contact: 'me',
  bill: 'me',
  Config: 'me',
  settings: 'me',
  seal: 'me',
}

/** Which heading a route's name highlights, if any (checklist H2–H4). */
export const sectionOf = (name: string | undefined): Section | null => (name && sections[name]) || null

/** The same at the foot of a phone, where a page of the personal centre without such a name highlights it too. */
export const phoneSectionOf = (name: string | undefined, path: string): Section | null =>
  sectionOf(name) ?? (/^\/(?:user|user-space|company-space)\//.test(path) ? 'me' : null)

/** The heading highlighted on the present page. */
export function useSection(): Section | null {
  return sectionOf(useHandle().name)
}
