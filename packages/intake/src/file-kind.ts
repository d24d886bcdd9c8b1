import { IntakeRefusal } from './intake-refusal.ts'
import { isLockedOffice } from './office/unlock-office.ts'
import { zipEntries } from './zip-directory.ts'

/**
 * What an upload is by its bytes; `doc` covers every OLE2 file with a Word stream, as WPS writes too, `locked` those
 * that ask for a password.
 */
export type FileKind = 'pdf' | 'jpeg' | 'png' | 'doc' | 'docx' | 'locked'

/** The kinds that become a PDF at upload. */
export type ConvertedKind = 'jpeg' | 'png' | 'doc' | 'docx'

/** ISO 32000-1 Annex H.3: readers look for the header within the first 1024 bytes. */
const headerWithin = 1024
const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const jpeg = Buffer.from([0xff, 0xd8, 0xff])
const ole2 = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])
const zip = Buffer.from('PK\u0003\u0004', 'latin1')
const streamName = (name: string) => Buffer.from(name, 'utf16le')

/**
 * Tells a file's kind from its bytes, never from its name. Throws IntakeRefusal: empty, not-pdf for every other kind,
 * damaged or too-complex for a ZIP that is broken or a bomb, damaged for an OLE2 file that is cut off.
 */
export function fileKind(bytes: Buffer): FileKind {
  if (bytes.length === 0) throw new IntakeRefusal('empty')
  if (startsWith(bytes, jpeg)) return 'jpeg'
  if (startsWith(bytes, png)) return 'png'
  if (startsWith(bytes, zip)) return wordInZip(bytes)
  if (startsWith(bytes, ole2)) return wordInOle2(bytes)
  if (bytes.subarray(0, headerWithin).includes('%PDF-')) return 'pdf'
  throw new IntakeRefusal('not-pdf')
}

const startsWith = (bytes: Buffer, magic: Buffer) => bytes.subarray(0, magic.length).equals(magic)

/** ECMA-376 part 2 §7.2.3.2: a package names its parts' types in [Content_Types].xml; Word's lie under word/. */
function wordInZip(bytes: Buffer): FileKind {
  if (!bytes.includes('[Content_Types].xml')) throw new IntakeRefusal('not-pdf', 'a ZIP that is no package')
  const names = zipEntries(bytes).map((entry) => entry.name)
  if (names.some((name) => name.startsWith('word/'))) return 'docx'
  throw new IntakeRefusal('not-pdf', 'a ZIP that is no Word document')
}

/** [MS-OFFCRYPTO] §2.3.4.4: an encrypted docx is an OLE2 file whose package is the stream EncryptedPackage. */
function wordInOle2(bytes: Buffer): FileKind {
  const isPackage = bytes.includes(streamName('EncryptedPackage'))
  if (!isPackage && !bytes.includes(streamName('WordDocument'))) {
    throw new IntakeRefusal('not-pdf', 'an OLE2 file without Word stream')
  }
  if (isLockedOffice(bytes)) return 'locked'
  return 'doc'
}
