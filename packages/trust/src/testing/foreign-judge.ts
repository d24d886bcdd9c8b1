import { spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { childrenOf, descend, readStrictDer } from '../asn1/read-der.ts'
import { toPem } from '../certificates/pem.ts'

/** Other people's programs, asked by the tests for their opinion of what we write. */

/** True when a program can be started here. */
export const hasTool = (name: string): boolean => spawnSync(name, ['--version']).error === undefined

/** Exit code and everything a program printed. */
export interface Opinion {
  code: number | null
  said: string
}

/** Runs a program to its end. */
export function ask(program: string, ...args: string[]): Opinion {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 1 << 26 })
  return { code: status, said: `${stdout}${stderr}` }
}

/** A new folder holding `files`; gives the path of each. */
export function filesOnDisk<K extends string>(files: Record<K, Buffer | string>): Record<K, string> {
  const folder = mkdtempSync(join(tmpdir(), 'moqi-judge-'))
  const paths: Record<string, string> = {}
  for (const [name, content] of Object.entries<Buffer | string>(files)) {
    const path = join(folder, name)
    writeFileSync(path, content)
    paths[name] = path
  }
  return paths
}

/** One signature of a PDF: its CMS, and the bytes it covers. */
export interface Covered {
  cms: Buffer
  content: Buffer
}

/** Every signature of a PDF, found by its /ByteRange alone. */
export function signaturesIn(pdf: Buffer): Covered[] {
  const ranges = pdf.toString('latin1').matchAll(/\/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/g)
  return [...ranges].map((match) => {
    const [first = 0, length = 0, second = 0, rest = 0] = match.slice(1).map(Number)
    const placeholder = Buffer.from(pdf.toString('latin1', first + length + 1, second - 1), 'hex')
    const content = Buffer.concat([pdf.subarray(first, first + length), pdf.subarray(second, second + rest)])
    return { cms: readStrictDer(placeholder).raw, content }
  })
}

/** openssl's opinion of a detached CAdES signature under a root (DER). */
export function opensslCms({ cms, content }: Covered, root: Buffer): Opinion {
  const files = filesOnDisk({ cms, content, root: toPem('CERTIFICATE', root) })
  const input = ['-inform', 'DER', '-in', files.cms, '-content', files.content, '-out', '/dev/null']
  return ask('openssl', 'cms', '-verify', '-binary', '-cades', '-CAfile', files.root, '-purpose', 'any', ...input)
}

/** openssl's opinion of the time-stamp inside a signature under a root (DER), which may lean on its certificates. */
export function opensslTimestamp({ cms }: Covered, root: Buffer): Opinion {
  const signedData = descend(readStrictDer(cms), 1, 0)
  const signer = descend(childrenOf(signedData).at(-1) ?? signedData, 0)
  const parts = childrenOf(signer)
  const unsigned = parts.find(({ tag }) => tag === 0xa1)
  const signature = parts.find(({ tag }) => tag === 0x04)
  if (!unsigned || !signature) return { code: null, said: 'the signature has no time-stamp' }
  const token = descend(unsigned, 0, 1, 0).raw
  const brought = childrenOf(signedData).find(({ tag }) => tag === 0xa0)
  const certificates = brought ? childrenOf(brought).map(({ raw }) => toPem('CERTIFICATE', raw)) : []
  const files = filesOnDisk({
    token,
    data: signature.content,
    root: toPem('CERTIFICATE', root),
    brought: certificates.join(''),
  })
  const trust = ['-CAfile', files.root, ...(brought ? ['-untrusted', files.brought] : [])]
  return ask('openssl', 'ts', '-verify', '-token_in', '-in', files.token, '-data', files.data, ...trust)
}
