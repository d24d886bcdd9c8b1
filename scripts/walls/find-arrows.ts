import { isForTests, isProduct, isTest } from './file-kind.ts'
import type { Finding } from './finding.ts'
import { importedPaths } from './imported-paths.ts'
import type { Source } from './source.ts'
import { type End, resolveImport, type Workspace } from './workspaces.ts'
import { entrances, type Zone, zones } from './zones.ts'

/** One import: from a file, on a line, to where it leads. */
export type Arrow = { from: string; line: number; end: End }

/** All arrows from one module to modules; pictures, styles and folders are none. */
export const arrowsFrom = (source: Source, workspaces: ReadonlyMap<string, Workspace>): Arrow[] =>
  importedPaths(source).flatMap(({ specifier, offset }) => {
    const end = resolveImport(source.path, specifier, workspaces)
    if ('file' in end && !/\.(?:[cm]?[jt]s|tsx)$/.test(end.file)) return []
    return [{ from: source.path, line: source.lineAt(offset), end }]
  })

/** The arrows from one module that its zone forbids. */
export function findArrows(path: string, arrows: readonly Arrow[]): Finding[] {
  const place = placeOf(path)
  if (!place) return [{ file: path, line: 1, rule: 'zone', text: 'lies in no zone of scripts/walls/zones.ts' }]
  return arrows.flatMap(({ line, end }) => {
    const text = wrong(path, place, end)
    return text ? [{ file: path, line, rule: 'zone', text }] : []
  })
}

type Place = { zone: Zone; part: string | undefined }

/** The zone a path lies in, and its part of it; null outside all. */
function placeOf(path: string): Place | null {
  for (const zone of zones) {
    const found = zone.files.exec(path)
    if (found) return { zone, part: found[1] }
  }
  return null
}

function wrong(from: string, place: Place, end: End): string | null {
  if ('nowhere' in end) return end.nowhere
  if ('foreign' in end) return isForTests(from) ? null : wrongPackage(from, place.zone, end.foreign)
  const to = placeOf(end.file)
  if (!to) return `→ ${end.file}: lies in no zone`
  const text = isForTests(from) ? wrongInTest(from, place, end.file, to) : wrongInProduct(from, place, end.file, to)
  return text && `→ ${end.file}: ${text}`
}

function wrongPackage(from: string, { name, may, outside }: Zone, foreign: string): string | null {
  const entrance = entrances[foreign]
  if (entrance && may !== 'all' && !from.startsWith(entrance.folder)) {
    return `→ ${foreign}: ${entrance.folder} alone uses it (${entrance.reason})`
  }
  if (!outside || outside.includes(foreign)) return null
  return `→ ${foreign}: of other packages ${name} uses ${outside.join(', ') || 'none'}`
}

function wrongInProduct(from: string, { zone, part }: Place, file: string, to: Place): string | null {
  if (isProduct(from) && isForTests(file)) return 'what is shipped never imports what only tests use'
  if (to.zone !== zone)
    return zone.may === 'all' || zone.may.includes(to.zone.name) ? null : `${zone.name} never imports ${to.zone.name}`
  if (part === to.part || zone.parts?.[part ?? '']?.includes(to.part ?? '')) return null
  return `${part} and ${to.part} of ${zone.name} meet below or above, never in one another`
}

/** A test may use all of its own package, what its zone stands on, and what lies in `testing/`. */
function wrongInTest(from: string, { zone }: Place, file: string, to: Place): string | null {
  if (isTest(file)) return 'nobody imports a test'
  const isOwn = zone === to.zone || from.split('/src/')[0] === file.split('/src/')[0]
  if (isOwn || isForTests(file) || standsOn(zone, to.zone)) return null
  return `a test of ${zone.name} never imports ${to.zone.name}`
}

/** Whether a zone stands on another, however far below. What is made is judged in tests, and the other way round. */
function standsOn({ name, may }: Zone, below: Zone): boolean {
  if (may === 'all' || (documents.includes(name) && documents.includes(below.name))) return true
  return may.some((next) => next === below.name || zones.some((zone) => zone.name === next && standsOn(zone, below)))
}

/** Zones of documents. */
const documents: readonly string[] = ['pdf', 'trust', 'form', 'signing', 'verify', 'intake', 'evidence', 'attacks']
