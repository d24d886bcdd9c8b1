import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  ask,
  filesOnDisk,
  hasTool,
  opensslCms,
  opensslTimestamp,
  signaturesIn,
} from '@moqi/trust/testing/foreign-judge'
import { sceneTime } from '@moqi/trust/testing/authority-scene'
import { toPem } from '@moqi/trust/certificates/pem'
import { verifyPdf } from '@moqi/verify/verify-pdf'
import { openPageImages, type PageImages } from '@moqi/pdf/page-image/render-page'
import type { JudgedContract } from './judged-contract.ts'
import { pdfJsComplaint, signaturesByPdfJs } from './second-renderer.ts'

/** What a judge is shown: the file, its level, how many signatures it has, and the root (DER) they lead to. */
export interface Exhibit {
  pdf: Buffer
  level: JudgedContract['level']
  /** Signatures with the certification, but without the document time-stamp. */
  signatures: number
  root: Buffer
}

/** Somebody who has an opinion of signed files: what is wrong in their eyes, nothing if undefined. */
export interface Judge {
  name: string
  /** Whether the program is installed here. */
  isPresent: boolean
  /** Understands SM2 (GB/T 32918). */
  knowsSm2: boolean
  complaint: (exhibit: Exhibit) => Promise<string | undefined> | string | undefined
}

const has = {
  pdfsig: hasTool('pdfsig') && hasTool('certutil'),
  qpdf: hasTool('qpdf'),
  openssl: hasTool('openssl'),
  mutool: hasTool('mutool'),
}

/** Every judge of the matrix; those that are not installed are silent. */
export const judges: readonly Judge[] = [
  { name: 'moqi', isPresent: true, knowsSm2: true, complaint: ours },
  { name: 'qpdf --check', isPresent: has.qpdf, knowsSm2: true, complaint: qpdf },
  { name: 'pdfsig', isPresent: has.pdfsig, knowsSm2: false, complaint: pdfsig },
  { name: 'openssl cms', isPresent: has.openssl, knowsSm2: false, complaint: cms },
  { name: 'openssl ts', isPresent: has.openssl, knowsSm2: false, complaint: timestamps },
  { name: 'mutool sign -v', isPresent: has.mutool, knowsSm2: false, complaint: mutoolSign },
  { name: 'mutool info', isPresent: has.mutool, knowsSm2: true, complaint: mutoolInfo },
  { name: 'mutool draw', isPresent: has.mutool, knowsSm2: true, complaint: mutoolDraw },
  { name: 'pdf.js', isPresent: true, knowsSm2: true, complaint: pdfJs },
]

let images: Promise<PageImages> | undefined

/** Firefox's reader finds every signature, and shows and prints the first page as PDFium does. */
async function pdfJs({ pdf, level, signatures }: Exhibit): Promise<string | undefined> {
  const found = await signaturesByPdfJs(pdf)
  const expected = signatures + (level === 'B-LTA' ? 1 : 0)
  if (found !== expected) return `${found} signatures`
  images ??= openPageImages()
  return pdfJsComplaint(await images, pdf, 1)
}

async function ours({ pdf, level, root, signatures }: Exhibit): Promise<string | undefined> {
  // Validation data that no time-stamp covers yet is a step on the way: the strict profile of our own does not take it.
  const ownRoots = level === 'B-LT' ? [] : [root]
  const verdict = await verifyPdf(pdf, { trustedRoots: [root], ownRoots, now: sceneTime })
  const codes = verdict.reasonArray.map(({ code }) => code).join(' ')
  if (verdict.verdict !== 'valid') return `${verdict.verdict}: ${codes}`
  const signed = verdict.signatureArray.filter(({ kind }) => kind !== 'timestamp')
  // PAdES knows no SM2, so its levels have another name there.
  const levels = signed.map((one) => one.level.replace('PKCS7-', 'B-'))
  return levels.length === signatures && levels.every((one) => one === level) ? undefined : levels.join(' ')
}

function qpdf({ pdf }: Exhibit): string | undefined {
  const { code, said } = ask('qpdf', '--check', filesOnDisk({ pdf }).pdf)
  return code === 0 && said.includes('No syntax or stream encoding errors found') ? undefined : said
}

function pdfsig({ pdf, level, root, signatures }: Exhibit): string | undefined {
  const { said } = ask('pdfsig', '-nssdir', `sql:${trustStore(root)}`, filesOnDisk({ pdf }).pdf)
  const count = (pattern: RegExp) => said.match(pattern)?.length ?? 0
  const counts = [count(/Signature is Valid/g), count(/Certificate is Trusted/g), count(/ - Total document signed/g)]
  const expected = [signatures, signatures, level === 'B-LT' ? 0 : 1]
  return counts.join() === expected.join() ? undefined : `valid, trusted, total: ${counts.join()}`
}

function cms({ pdf, root, signatures }: Exhibit): string | undefined {
  const found = signaturesIn(pdf).slice(0, signatures)
  const refused = found.map((one) => opensslCms(one, root)).find(({ code }) => code !== 0)
  return refused?.said ?? (found.length === signatures ? undefined : `${found.length} signatures`)
}

/** The time-stamp of every signature, and the one over the whole archived document. */
function timestamps({ pdf, level, root, signatures }: Exhibit): string | undefined {
  const found = signaturesIn(pdf)
  const opinions = found.slice(0, signatures).map((one) => opensslTimestamp(one, root))
  const archive = found[signatures]
  if (archive) {
    const files = filesOnDisk({ token: archive.cms, data: archive.content, root: toPem('CERTIFICATE', root) })
    const input = ['-token_in', '-in', files.token, '-data', files.data, '-CAfile', files.root]
    opinions.push(ask('openssl', 'ts', '-verify', ...input))
  }
  if ((archive !== undefined) !== (level === 'B-LTA')) return `${found.length} signatures`
  return opinions.find(({ code }) => code !== 0)?.said
}

/** MuPDF has its own idea of trust, but says of each signature whether its digest holds and what came after. */
function mutoolSign({ pdf, signatures }: Exhibit): string | undefined {
  const { said } = ask('mutool', 'sign', '-v', filesOnDisk({ pdf }).pdf)
  const intact = said.match(/The (signature is valid|document is unchanged)/g)?.length ?? 0
  return intact === signatures ? undefined : said
}

function mutoolInfo({ pdf }: Exhibit): string | undefined {
  const { code, said } = ask('mutool', 'info', filesOnDisk({ pdf }).pdf)
  return code === 0 && !/error|warning|repair/i.test(said) ? undefined : said
}

function mutoolDraw({ pdf }: Exhibit): string | undefined {
  const { code, said } = ask(
    'mutool',
    'draw',
    '-r',
    '18',
    '-F',
    'pnm',
    '-o',
    '/dev/null',
    filesOnDisk({ pdf }).pdf,
    '1',
  )
  // A build without colour profiles says so of every file.
  const complaints = said.replace('warning: ICC support is not available', '')
  return code === 0 && !/error|warning|repair/i.test(complaints) ? undefined : said
}

const stores = new Map<string, string>()

/** A certificate store for pdfsig that trusts one root (DER) and nobody else. */
function trustStore(root: Buffer): string {
  const known = stores.get(root.toString('latin1'))
  if (known !== undefined) return known
  const folder = join(mkdtempSync(join(tmpdir(), 'moqi-nss-')), 'nss')
  mkdirSync(folder)
  const file = join(folder, 'root.der')
  writeFileSync(file, root)
  ask('certutil', '-N', '-d', `sql:${folder}`, '--empty-password')
  ask('certutil', '-A', '-d', `sql:${folder}`, '-n', 'root', '-t', 'CT,C,C', '-i', file)
  stores.set(root.toString('latin1'), folder)
  return folder
}
