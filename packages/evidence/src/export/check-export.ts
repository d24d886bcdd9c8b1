import { hash } from 'node:crypto'
import { fromPem } from '@moqi/trust/certificates/pem'
import type { FileVerdict, Verdict } from '@moqi/verify/verdict'
import { verifyPdf } from '@moqi/verify/verify-pdf'
import { bundleOf, isBundlePath } from '../bundle.ts'
import { type BundleTrust, checkContents } from '../check-bundle.ts'
import { problem } from '../evidence.ts'
import {
  contractFolder,
  ExportManifest,
  exportPaths,
  isBesidePath,
  isOfManifest,
  manifestKey,
  readList,
} from './export-manifest.ts'
import { exportProblem, type ExportProblem } from './export-problems.ts'
import { type ArchiveEntry, ArchiveFault, archiveEntries, archiveFile, type ReadAt } from './read-archive.ts'
import { crcOf } from './zip-records.ts'

/** What became of a company's export. Times in ms; null where it could not be read that far. */
export interface ExportVerdict {
  verdict: 'valid' | 'invalid' | 'indeterminate'
  /** Of many alike the first thousand. */
  problems: ExportProblem[]
  company: ExportManifest['company'] | null
  exportId: string | null
  /** Contracts whose evidence was checked, and how many of them are valid; files that were compared. */
  contracts: { checked: number; valid: number }
  files: number
  bytes: number
  manifest: { verdict: FileVerdict; signer: string | null; time: number | null } | null
}

const mostProblems = 1000

type Archive = { read: ReadAt; entries: ArchiveEntry[]; byPath: ReadonlyMap<string, ArchiveEntry> }

/** Whether an archive calls itself a company's export: it has a manifest. Never throws for what is in it. */
export async function isExport(read: ReadAt, size: number): Promise<boolean> {
  const entries = await archiveEntries(read, size).catch(unlessFault)
  return entries?.some(({ path }) => path === exportPaths.manifest) ?? false
}

/**
 * Checks everything in a company's export without network, a contract at a time, whatever its size. Never throws for
 * bad ones. `told` hears of each contract.
 */
export async function checkExport(
  read: ReadAt,
  size: number,
  trust: BundleTrust,
  told: (done: number) => void = () => {},
): Promise<ExportVerdict> {
  const found: ExportVerdict = { ...nothing(), bytes: size }
  try {
    const entries = await archiveEntries(read, size)
    const archive = { read, entries, byPath: new Map(entries.map((entry) => [entry.path, entry])) }
    const listed = await checkManifest(archive, trust, found)
    if (listed) await checkFiles(archive, { listed, trust, told }, found)
  } catch (error) {
    if (!(error instanceof ArchiveFault)) throw error
    note(found, problem(error.code, error.detail))
  }
  if (!trust.roots) note(found, problem('roots-unproven'))
  return found
}

const nothing = (): ExportVerdict => ({
  verdict: 'valid',
  problems: [],
  company: null,
  exportId: null,
  contracts: { checked: 0, valid: 0 },
  files: 0,
  bytes: 0,
  manifest: null,
})

function note(found: ExportVerdict, one: ExportProblem): void {
  if (one.severity === 'invalid' || found.verdict === 'valid') found.verdict = one.severity
  if (found.problems.length < mostProblems) found.problems.push(one)
}

/** What the signed manifest lists: hashes by path. Null when there is no use in going on. */
async function checkManifest(
  archive: Archive,
  trust: BundleTrust,
  found: ExportVerdict,
): Promise<Map<string, string> | null> {
  const bytes = await fileAt(archive, exportPaths.manifest)
  const signature = await fileAt(archive, exportPaths.signature)
  if (!bytes || !signature) {
    note(found, exportProblem('manifest-missing'))
    return null
  }
  const manifest = readManifest(bytes)
  if (!manifest) {
    note(found, exportProblem('manifest-unreadable'))
    return null
  }
  found.company = manifest.company
  found.exportId = manifest.exportId
  const roots = trust.roots ?? (await offeredRoots(archive))
  const judged = await verifyPdf(signature, { trustedRoots: roots, ownRoots: roots, now: trust.now })
  for (const one of signatureProblems(judged, { signature, bytes })) note(found, one)
  const [certification] = judged.signatureArray
  found.manifest = {
    verdict: judged.verdict,
    signer: certification?.signerName ?? null,
    time: certification?.timestampTime ?? null,
  }
  for (const { contractNo, subject } of manifest.leftOut) {
    note(found, exportProblem('export-left-out', `${contractNo} ${subject}`))
  }
  return listedFiles(archive, manifest, found)
}

function readManifest(bytes: Buffer): ExportManifest | null {
  try {
    return ExportManifest.safeParse(JSON.parse(bytes.toString('utf8'))).data ?? null
  } catch {
    return null
  }
}

function signatureProblems(
  { verdict, signatureArray }: Verdict,
  { signature, bytes }: { signature: Buffer; bytes: Buffer },
): ExportProblem[] {
  // The first one stands in the signed revision; whatever is appended comes after it.
  const named = new RegExp(`/${manifestKey} ?<([0-9a-f]{64})>`).exec(signature.toString('latin1'))?.[1]
  const [platform, ...more] = signatureArray
  const isForeign = named !== sha256(bytes) || platform?.kind !== 'certification' || more.length > 0
  const foreign = isForeign ? [exportProblem('manifest-foreign')] : []
  if (verdict === 'valid') return foreign
  return [...foreign, exportProblem(verdict === 'indeterminate' ? 'manifest-untrusted' : 'manifest-invalid', verdict)]
}

/** The roots that the first contract brings: what is under them is consistent, and proves nobody. */
async function offeredRoots(archive: Archive): Promise<Buffer[]> {
  const roots: Buffer[] = []
  const first = archive.entries.map(({ path }) => contractFolder(path)?.folder).find((folder) => folder !== undefined)
  for (const { path } of archive.entries) {
    const place = contractFolder(path)
    if (!place || place.folder !== first || !place.inner.startsWith('roots/')) continue
    const text = await fileAt(archive, path)
    if (text) roots.push(...fromPem('CERTIFICATE', text.toString('latin1')))
  }
  return roots
}

async function listedFiles(archive: Archive, manifest: ExportManifest, found: ExportVerdict) {
  const listed = new Map<string, string>()
  const known = new Set<string>([exportPaths.manifest, exportPaths.signature])
  for (const { path, sha256: expected } of manifest.lists) {
    known.add(path)
    for (const [file, hashed] of await linesOf(archive, { path, expected }, found)) listed.set(file, hashed)
  }
  for (const { path } of archive.entries) {
    if (isOfManifest(path) ? !known.has(path) : !listed.has(path)) note(found, exportProblem('export-unlisted', path))
  }
  for (const path of listed.keys()) if (!archive.byPath.has(path)) note(found, exportProblem('export-missing', path))
  const folders = new Set([...listed.keys()].flatMap((path) => contractFolder(path)?.folder ?? []))
  if (folders.size !== manifest.contracts || listed.size !== manifest.files) {
    note(found, exportProblem('manifest-unreadable', 'contracts, files'))
  }
  return listed
}

async function linesOf(
  archive: Archive,
  { path, expected }: { path: string; expected: string },
  found: ExportVerdict,
): Promise<[path: string, sha256: string][]> {
  const bytes = await fileAt(archive, path)
  const lines = bytes && sha256(bytes) === expected ? readList(bytes.toString('utf8')) : null
  if (!lines) note(found, exportProblem(bytes ? 'export-hash' : 'export-missing', path))
  return lines ?? []
}

type Checking = { listed: ReadonlyMap<string, string>; trust: BundleTrust; told: (done: number) => void }

/** Files of one contract lie beside one another: what is held is never more than one contract. */
async function checkFiles(archive: Archive, { listed, trust, told }: Checking, found: ExportVerdict): Promise<void> {
  let open: { folder: string; contents: Map<string, Buffer> } | null = null
  const close = async () => {
    if (!open) return
    await checkContract(open, trust, found)
    told(found.contracts.checked)
    open = null
  }
  for (const entry of archive.entries) {
    const place = contractFolder(entry.path)
    if (open && place?.folder !== open.folder) await close()
    if (isOfManifest(entry.path)) continue
    if (place ? !isBundlePath(place.inner) : !isBesidePath(entry.path)) note(found, problem('bundle-name', entry.path))
    const bytes = await archiveFile(archive.read, entry)
    found.files++
    if (crcOf(bytes) !== entry.crc || sha256(bytes) !== listed.get(entry.path)) {
      note(found, exportProblem('export-hash', entry.path))
    }
    if (!place) continue
    open ??= { folder: place.folder, contents: new Map() }
    open.contents.set(place.inner, bytes)
  }
  await close()
}

async function checkContract(
  { folder, contents }: { folder: string; contents: Map<string, Buffer> },
  trust: BundleTrust,
  found: ExportVerdict,
): Promise<void> {
  found.contracts.checked++
  const read = bundleOf(contents)
  if ('problem' in read) return note(found, exportProblem('export-contract', `${folder} ${read.problem.message}`))
  const { verdict, problems, report } = await checkContents(read.bundle, trust)
  const isOthers = report?.signer !== found.manifest?.signer
  // Said once for all of them.
  const telling = problems.filter(({ code }) => code !== 'roots-unproven')
  if (isOthers) note(found, problem('signer-differs', folder))
  if (verdict === 'valid' && !isOthers) found.contracts.valid++
  if (telling.length === 0) return
  const detail = `${folder} ${telling.map(({ message, detail: where }) => `${message}${where ? `（${where}）` : ''}`).join('；')}`
  note(found, exportProblem(verdict === 'invalid' ? 'export-contract' : 'export-contract-open', detail))
}

async function fileAt({ read, byPath }: Archive, path: string): Promise<Buffer | null> {
  const entry = byPath.get(path)
  return entry ? archiveFile(read, entry) : null
}

const sha256 = (bytes: Buffer) => hash('sha256', bytes)

const unlessFault = (error: unknown): null => {
  if (!(error instanceof ArchiveFault)) throw error
  return null
}
