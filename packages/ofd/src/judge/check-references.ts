import { digestName, isBrokenDigest } from '@moqi/trust/cms/check-signature'
import { type Reason, reason } from '@moqi/verify/reasons'
import type { OfdSignature } from '../structure/read-signatures.ts'
import type { FileDigests } from './file-digests.ts'

/** What a signature's references say of the files. */
export interface ReferenceCheck {
  reasons: Reason[]
  /** The files that are named, as they were or not. */
  named: ReadonlySet<string>
  integrity: 'intact' | 'broken' | 'unclear'
}

/** Names that writers use beside object identifiers. */
const spelled: Readonly<Record<string, string>> = {
  sm3: 'sm3',
  sha256: 'sha256',
  'sha-256': 'sha256',
  sha384: 'sha384',
  'sha-384': 'sha384',
  sha512: 'sha512',
  'sha-512': 'sha512',
  sha1: 'sha1',
  'sha-1': 'sha1',
  md5: 'md5',
}

/** So many names complete a reason; the rest are counted. */
const mostNames = 5

/** Names in a sentence: 甲、乙等7个文件. */
export function namesOf(names: readonly string[]): string {
  const shown = names.slice(0, mostNames).join('、')
  return names.length > mostNames ? `${shown}等${names.length}个文件` : shown
}

/** Compares every file that a signature names with its check value (GB/T 33190-2016 §18.2.2). Throws `OfdFault`. */
export function checkReferences({ checkMethod, references }: OfdSignature, digests: FileDigests): ReferenceCheck {
  const named = new Set(references.map(({ file }) => file))
  const word = checkMethod.toLowerCase()
  const algorithm = (Object.hasOwn(spelled, word) ? spelled[word] : undefined) ?? digestName(checkMethod)
  if (algorithm === undefined) {
    return { reasons: [reason('algorithm-unsupported', { detail: checkMethod })], named, integrity: 'unclear' }
  }
  const missing: string[] = []
  const changed: string[] = []
  for (const { file, value } of references) {
    const actual = digests.of(file, algorithm)
    if (!actual) missing.push(file)
    else if (!isBase64(value) || !actual.equals(Buffer.from(value, 'base64'))) changed.push(file)
  }
  const reasons = [
    ...(missing.length > 0 ? [reason('ofd-file-missing', { detail: namesOf(missing) })] : []),
    ...(changed.length > 0 ? [reason('digest-mismatch', { detail: namesOf(changed) })] : []),
    ...(isBrokenDigest(algorithm) ? [reason('algorithm-forbidden', { detail: algorithm.toUpperCase() })] : []),
  ]
  return { reasons, named, integrity: missing.length + changed.length > 0 ? 'broken' : 'intact' }
}

const isBase64 = (text: string) => text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text)
