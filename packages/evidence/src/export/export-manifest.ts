import { z } from 'zod'

const Sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const Count = z.int().min(0).max(Number.MAX_SAFE_INTEGER)

/** What `manifest.json` of a company's export holds; times in ms since epoch, lengths in bytes. */
export const ExportManifest = z.object({
  format: z.literal('moqi export 1'),
  exportId: z.string(),
  madeAt: z.int(),
  company: z.object({ name: z.string(), creditCode: z.string().nullable() }),
  /** Contracts, each in a folder of its own; files of all kinds; their bytes together. */
  contracts: Count,
  files: Count,
  bytes: Count,
  /** Lists of the files: a line each, as `sha256sum` writes and checks it. */
  lists: z.array(z.object({ path: z.string(), length: Count, sha256: Sha256 })).max(100_000),
  /** Contracts that could not be read when the export was made. */
  leftOut: z.array(z.object({ contractNo: z.string(), subject: z.string() })).max(100_000),
})
export type ExportManifest = z.infer<typeof ExportManifest>

/** The entry of the catalog of `manifest.pdf` that holds the SHA-256 of `manifest.json`. */
export const manifestKey = 'MoqiExport'

/** Where things lie in a company's export. */
export const exportPaths = {
  readme: 'README.txt',
  manifest: 'manifest.json',
  signature: 'manifest.pdf',
  list: (number: number): string => `manifest/${String(number).padStart(4, '0')}.txt`,
  table: (name: string, number: number): string => `tables/${name}-${String(number).padStart(3, '0')}.csv`,
  /** A contract that was not signed here, by its number in the company's archive. */
  paper: (filingId: string, subject: string, kind: 'pdf' | 'jpeg' | 'png' | 'txt'): string =>
    `papers/${filingId}-${safe(subject)}.${kind}`,
  contract: (number: number, subject: string): string =>
    `contracts/${String(number).padStart(6, '0')}-${safe(subject)}/`,
} as const

const safe = (name: string): string =>
  [...name.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, '_')]
    .slice(0, 60)
    .join('')
    .replace(/[ .]+$/, '') || '_'

const beside =
  /^(?:README\.txt|manifest\.json|manifest\.pdf|manifest\/\d{4,}\.txt|tables\/[a-z]+-\d{3,}\.csv|papers\/[\da-f-]{36}-[^/\\\p{Cc}:]{1,200}\.(?:pdf|jpeg|png|txt))$/u
const inFolder = /^(contracts\/\d{6,}-[^/\\\p{Cc}:]{1,200}\/)(.+)$/u

/** The folder of the contract that a file belongs to, and its path in it; null for a file beside the contracts. */
export function contractFolder(path: string): { folder: string; inner: string } | null {
  const found = inFolder.exec(path)
  return found?.[1] !== undefined && found[2] !== undefined ? { folder: found[1], inner: found[2] } : null
}

/** Whether a file beside the contracts may have this path. */
export const isBesidePath = (path: string): boolean => beside.test(path)

/** Whether a file is the manifest itself or a part of it, and so in no list. */
export const isOfManifest = (path: string): boolean => path.startsWith('manifest')

/** A line of a list. */
export const listLine = ({ sha256, path }: { sha256: string; path: string }): string => `${sha256}  ${path}\n`

/** The paths of a list with their hashes; null when it is none. */
export function readList(text: string): [path: string, sha256: string][] | null {
  const files: [string, string][] = []
  for (const line of text.split('\n').slice(0, -1)) {
    const found = /^([0-9a-f]{64}) {2}(.+)$/.exec(line)
    if (found?.[1] === undefined || found[2] === undefined) return null
    files.push([found[2], found[1]])
  }
  return text === '' || text.endsWith('\n') ? files : null
}
