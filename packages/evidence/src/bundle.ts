import { zipSync } from 'fflate'
import { IntakeRefusal } from '@moqi/intake/intake-refusal'
import { zipContent, zipEntries, type ZipEntry } from '@moqi/intake/zip-directory'
import { readmeText } from './bundle-readme.ts'
import { type EvidenceProblem, problem } from './evidence.ts'

/**
 * What a bundle holds. `roots` are PEM by file name, `files` PDFs by path; `evidence` is `evidence.json` to the byte.
 */
export interface Bundle {
  evidence: Buffer
  report: Buffer
  files: Map<string, Buffer>
  roots: Map<string, Buffer>
}

const evidenceName = 'evidence.json'
const reportName = 'report.pdf'
const readmeName = 'README.txt'
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

/** Packs a bundle. Everything is stored: PDFs are compressed already. */
export function writeBundle({ evidence, report, files, roots }: Bundle): Buffer {
  const entries = {
    [readmeName]: Buffer.from(readmeText),
    [reportName]: report,
    [evidenceName]: evidence,
    ...Object.fromEntries(files),
    ...Object.fromEntries([...roots].map(([name, pem]) => [`roots/${name}`, pem])),
  }
  return Buffer.from(zipSync(entries, { level: 0 }))
}

/** Unpacks a bundle in memory; never throws for bad ones. */
export function readBundle(zip: Buffer): { bundle: Bundle } | { problem: EvidenceProblem } {
  try {
    const entries = zipEntries(zip, Math.min(mostUnpacked, zip.length * mostRatio + mebibyte))
    return nameProblem(entries) ?? unpack(zip, entries)
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

function unpack(zip: Buffer, entries: ZipEntry[]): { bundle: Bundle } | { problem: EvidenceProblem } {
  const contents = new Map<string, Buffer>()
  for (const entry of entries) {
    const content = zipContent(zip, entry)
    if (content.length !== entry.unpacked || !isNamedAlike(zip, entry)) {
      return { problem: problem('bundle-unreadable', entry.name) }
    }
    contents.set(entry.name, content)
  }
  const evidence = contents.get(evidenceName)
  const report = contents.get(reportName)
  if (!evidence) return { problem: problem('bundle-missing', evidenceName) }
  if (!report) return { problem: problem('bundle-missing', reportName) }
  const under = (folder: string) => new Map([...contents].filter(([name]) => name.startsWith(folder)))
  return { bundle: { evidence, report, files: under('files/'), roots: under('roots/') } }
}

/** Some programs believe the local header: both must name the same file. */
function isNamedAlike(zip: Buffer, { name, offset }: ZipEntry): boolean {
  return zip.toString('utf8', offset + 30, offset + 30 + zip.readUInt16LE(offset + 26)) === name
}
