import { useMatches } from 'react-router'

/** The three headings of the application. */
export type Section = 'home' | 'contracts' | 'me'

const sections: Record<string, Section> = {
  home: 'home',
  ContractList: 'contracts',
  approveList: 'contracts',
  templates: 'contracts',
  Info: 'me',
  CompanyInfo: 'me',
  contact: 'me',
  bill: 'me',
  Config: 'me',
  settings: 'me',
  seal: 'me',
}

/** What a route says of itself: its exact name (checklist R13) and the page's title. */
export type RouteHandle = { name?: string; title?: string }

/** Reads a route's handle. */
export function readHandle(handle: unknown): RouteHandle {
  if (typeof handle !== 'object' || handle === null) return {}
  return {
    ...('name' in handle && typeof handle.name === 'string' && { name: handle.name }),
    ...('title' in handle && typeof handle.title === 'string' && { title: handle.title }),
  }
}

/** Which heading a route's name highlights, if any (checklist H2–H4). */
export const sectionOf = (name: string | undefined): Section | null => (name && sections[name]) || null

/** The heading highlighted on the present page. */
export function useSection(): Section | null {
  return sectionOf(readHandle(useMatches().at(-1)?.handle).name)
}
