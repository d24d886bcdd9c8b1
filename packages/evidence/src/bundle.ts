import { hash } from 'node:crypto'
import { toPem } from '@moqi/trust/certificates/pem'
import { zipSync } from 'fflate'
import { IntakeRefusal } from '@moqi/intake/intake-refusal'
import { zipContent, zipEntries, type ZipEntry } from '@moqi/intake/zip-directory'
import { readmeText } from './bundle-readme.ts'
import { type BesideFile, type EvidenceProblem, problem } from './evidence.ts'

/**
 * What a bundle holds. `files` are PDFs by path, `besides` its README and roots (PEM) by theirs; `evidence` is
 * `evidence.json` to the byte.
 */
export interface Bundle {
  evidence: Buffer
  report: Buffer
  files: Map<string, Buffer>
  besides: Map<string, Buffer>
}

const evidenceName = 'evidence.json'
const reportName = 'report.pdf'
const readmeName = 'README.txt'
const rootFolder = 'roots/'
const mebibyte = 1024 * 1024
/** PDFs hardly shrink: what unpacks to far more than it weighs is meant to exhaust memory. */
const mostRatio = 20
const mostUnpacked = 1024 * mebibyte
const known =
  /^(?:evidence\.json|report\.pdf|README\.txt|files\/[^/\\\p{Cc}:]{1,200}\.pdf|roots\/[^/\\\p{Cc}:]{1,200}\.pem)$/u

/** Where a contract's file lies in its bundle, counted from 1; what file systems refuse becomes `_`. */
export function bundlePath(position: number, name: string): string {
  const plain = name.replace(/\.pdf$/i, '').replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, '_')
  const short = [...plain].slice(0, 80).join('')
  return `files/${position}-${short}.pdf`
}

/** What lies beside the documents for whoever opens a bundle: the README, and roots (DER) as PEM. */
export function besidesOf(roots: readonly Buffer[]): Map<string, Buffer> {
  return new Map([
    [readmeName, Buffer.from(readmeText)],
    ...roots.map((der, index): [string, Buffer] => [
      `${rootFolder}root-${index + 1}.pem`,
      Buffer.from(toPem('CERTIFICATE', der)),
    ]),
  ])
}

/** The same as evidence.json lists it. */
export const listBesides = (besides: ReadonlyMap<string, Buffer>): BesideFile[] =>
  [...besides].map(([path, bytes]) => ({ path, length: bytes.length, sha256: hash('sha256', bytes) }))

/** Everything in a bundle by its path, evidence first. */
export const bundleFiles = ({ evidence, report, files, besides }: Bundle): [path: string, bytes: Buffer][] => [
  [evidenceName, evidence],
  [reportName, report],
  ...files,
  ...besides,
]

/** Whether a file of a bundle may have this path. */
export const isBundlePath = (path: string): boolean => known.test(path)

/** Packs a bundle. Everything is stored: PDFs are compressed already. */
export function writeBundle({ evidence, report, files, besides }: Bundle): Buffer {
  const entries = {
    [reportName]: report,
    [evidenceName]: evidence,
    ...Object.fromEntries(files),
    ...Object.fromEntries(besides),
  }
  return Buffer.from(zipSync(entries, { level: 0 }))
}

/** Unpacks a bundle in memory; never throws for bad ones. */
export function readBundle(zip: Buffer): { bundle: Bundle } | { problem: EvidenceProblem } {
  try {
    const entries = zipEntries(zip, Math.min(mostUnpacked, zip.length * mostRatio + mebibyte))
    return nameProblem(entries) ?? looseProblem(zip, entries) ?? unpack(zip, entries)
  } catch (error) {
    if (error instanceof RangeError) return { problem: problem('bundle-unreadable', error.message) }
    if (!(error instanceof IntakeRefusal)) throw error
    return {
      problem: problem(error.reason === 'too-complex' ? 'bundle-too-large' : 'bundle-unreadable', error.message),
    }
  }
}

function nameProblem(entries: ZipEntry[]): { problem: EvidenceProblem } | null {
  const seen = new Set<string>()
  for (const { name } of entries) {
    // Case folds on many file systems: what is one file there must not be two here.
    const folded = name.normalize('NFC').toLowerCase()
    if (!known.test(name)) return { problem: problem('bundle-name', name.slice(0, 200)) }
    if (seen.has(folded)) return { problem: problem('bundle-duplicate', name) }
    seen.add(folded)
  }
  return null
}

const endLength = 22

/** Every byte belongs to an entry, to the directory or to its end: what stands between or behind them nobody signed. */
function looseProblem(zip: Buffer, entries: ZipEntry[]): { problem: EvidenceProblem } | null {
  const end = zip.length - endLength
  const isEnd = zip.readUInt32LE(end) === 0x06054b50 && zip.readUInt16LE(end + 20) === 0
  let at = 0
  for (const { offset, packed } of entries.toSorted((one, other) => one.offset - other.offset)) {
    if (offset !== at) break
    at = offset + 30 + zip.readUInt16LE(offset + 26) + zip.readUInt16LE(offset + 28) + packed
  }
  const directory = { from: zip.readUInt32LE(end + 16), size: zip.readUInt32LE(end + 12) }
  const isWhole = isEnd && at === directory.from && directory.from + directory.size === end
  return isWhole ? null : { problem: problem('bundle-loose') }
}

function unpack(zip: Buffer, entries: ZipEntry[]): { bundle: Bundle } | { problem: EvidenceProblem } {
  const contents = new Map<string, Buffer>()
  for (const entry of entries) {
    const content = zipContent(zip, entry)
    if (content.length !== entry.unpacked || !isNamedAlike(zip, entry)) {
      return { problem: problem('bundle-unreadable', entry.name) }
    }
    contents.set(entry.name, content)
  }
  return bundleOf(contents)
}

/** A bundle of its files by their paths, whose names are known to be right. */
export function bundleOf(contents: ReadonlyMap<string, Buffer>): { bundle: Bundle } | { problem: EvidenceProblem } {
  const evidence = contents.get(evidenceName)
  const report = contents.get(reportName)
  if (!evidence) return { problem: problem('bundle-missing', evidenceName) }
  if (!report) return { problem: problem('bundle-missing', reportName) }
  const those = (isOne: (name: string) => boolean) => new Map([...contents].filter(([name]) => isOne(name)))
  return { bundle: { evidence, report, files: those((name) => name.startsWith('files/')), besides: those(isBeside) } }
}

const isBeside = (name: string): boolean => name === readmeName || name.startsWith(rootFolder)

/** Some programs believe the local header: both must name the same file. */
function isNamedAlike(zip: Buffer, { name, offset }: ZipEntry): boolean {
  return zip.toString('utf8', offset + 30, offset + 30 + zip.readUInt16LE(offset + 26)) === name
}
