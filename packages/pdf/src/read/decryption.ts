import { type CryptMethod, decryptData } from '../decrypt/decrypt-data.ts'
import { emptyPasswordKey, type StandardSecurity } from '../decrypt/file-key.ts'
import {
  dictOf,
  equalValues,
  type IndirectObject,
  integerOf,
  itemsOf,
  nameOf,
  type PdfDict,
  type PdfStream,
  type PdfValue,
} from './values.ts'
import { PdfFault } from './fault.ts'
import type { LiveEntry } from './revision.ts'

/** How the objects of a file are decrypted (P17). */
export interface Decryption {
  key: Buffer
  strings: CryptMethod
  streams: CryptMethod
  /** Methods by the names that streams may ask for. */
  named: Map<string, CryptMethod>
  encryptsMetadata: boolean
}

/** A file's decryption; 'unreadable' when the empty user password does not open it. */
export type FileDecryption = Decryption | 'none' | 'unreadable'

/** The part of a view that says how the file is encrypted. */
interface EncryptedView {
  readonly trailer: PdfDict
  readonly encrypted: boolean
  readonly table: ReadonlyMap<number, LiveEntry>
  object(number: number): IndirectObject | undefined
}

/** How a file is encrypted, which every revision must say alike. */
export function decryptionOf(views: readonly EncryptedView[]): FileDecryption {
  const said = views.map((view) => ({
    encrypt: encryptOf(view),
    id: itemsOf(view.trailer.entries.get('ID'))[0],
  }))
  const [first] = said
  if (!first || views.every(({ encrypted }) => !encrypted)) return 'none'
  const isSame = said.every(({ encrypt, id }) => equalValues(encrypt, first.encrypt) && equalValues(id, first.id))
  return (isSame && first.encrypt && readDecryption(first.encrypt, first.id)) || 'unreadable'
}

/** Nothing else may be read before it is known how; so it lies in no object stream and refers to nothing (P14). */
function encryptOf(view: EncryptedView): PdfDict | undefined {
  const named = view.trailer.entries.get('Encrypt')
  if (named?.kind !== 'ref') return dictOf(named)
  return view.table.get(named.number)?.entry.type === 'plain' ? dictOf(view.object(named.number)?.value) : undefined
}

function readDecryption(encrypt: PdfDict, id: PdfValue | undefined): Decryption | undefined {
  if (encrypt.duplicates.length > 0 || nameOf(encrypt.entries.get('Filter')) !== 'Standard') return undefined
  const methods = readMethods(encrypt)
  const security = readSecurity(encrypt.entries, id)
  const key = methods && security && emptyPasswordKey(security)
  return key && { ...methods, key, encryptsMetadata: security.encryptsMetadata }
}

function readSecurity(entries: PdfDict['entries'], id: PdfValue | undefined): StandardSecurity | undefined {
  const version = integerOf(entries.get('V')) ?? 0
  const revision = integerOf(entries.get('R')) ?? 0
  const metadata = entries.get('EncryptMetadata')
  const keyLength = keyLengthOf(version, entries)
  if (revision < 2 || revision > 6 || version >= 5 !== revision >= 5 || keyLength === undefined) return undefined
  return {
    revision,
    keyLength,
    owner: bytesOf(entries.get('O')),
    user: bytesOf(entries.get('U')),
    userKey: bytesOf(entries.get('UE')),
    permissions: integerOf(entries.get('P')) ?? 0,
    id: bytesOf(id),
    encryptsMetadata: !(metadata?.kind === 'boolean' && !metadata.value),
  }
}

function keyLengthOf(version: number, entries: PdfDict['entries']): number | undefined {
  if (version === 1) return 5
  if (version === 4) return 16
  if (version === 5) return 32
  const length = (integerOf(entries.get('Length')) ?? 40) / 8
  return version === 2 && Number.isInteger(length) && length >= 5 && length <= 16 ? length : undefined
}

function bytesOf(value: PdfValue | undefined): Buffer {
  return value?.kind === 'string' ? value.bytes : Buffer.alloc(0)
}

const methodNames: Record<string, CryptMethod> = { None: 'Identity', V2: 'V2', AESV2: 'AESV2', AESV3: 'AESV3' }

/** Table 20, 25: up to version 3 RC4 for everything, then as the crypt filters say. */
function readMethods({ entries }: PdfDict): Pick<Decryption, 'strings' | 'streams' | 'named'> | undefined {
  const version = integerOf(entries.get('V')) ?? 0
  const named = new Map<string, CryptMethod>([['Identity', 'Identity']])
  if (version < 4) return { strings: 'V2', streams: 'V2', named }
  for (const [name, filter] of dictOf(entries.get('CF'))?.entries ?? []) {
    const method = methodOfFilter(dictOf(filter), version)
    if (!method) return undefined
    if (name !== 'Identity') named.set(name, method)
  }
  const strings = named.get(nameOf(entries.get('StrF')) ?? 'Identity')
  const streams = named.get(nameOf(entries.get('StmF')) ?? 'Identity')
  return strings && streams && { strings, streams, named }
}

function methodOfFilter(filter: PdfDict | undefined, version: number): CryptMethod | undefined {
  const method = methodNames[nameOf(filter?.entries.get('CFM')) ?? 'None']
  const fits = method === 'Identity' || (method === 'AESV3') === version >= 5
  return fits ? method : undefined
}

/**
 * The object with its strings and data decrypted. What nobody can have encrypted so stays as it is and is told to
 * `report`. Throws `PdfFault` object-malformed where the way of decrypting is in doubt.
 */
export function decryptObject(object: IndirectObject, decryption: Decryption, report: () => void): IndirectObject {
  return { ...object, value: open(object.value) }

  function open(value: PdfValue, lenient = false): PdfValue {
    if (value.kind === 'string') return { ...value, bytes: data(decryption.strings, value.bytes, lenient) }
    if (value.kind === 'array') return { ...value, items: value.items.map((item) => open(item, lenient)) }
    if (value.kind === 'dict') return openDict(value, lenient)
    if (value.kind !== 'stream') return value
    if (nameOf(value.dict.entries.get('Type')) === 'XRef') {
      throw new PdfFault('object-malformed', value.start, 'a cross-reference stream that is none')
    }
    return { ...value, dict: openDict(value.dict), raw: data(methodOf(value, decryption), value.raw) }
  }

  /** Signers forget to encrypt what they say of themselves, which is shown nowhere in the document. */
  function openDict(dict: PdfDict, lenient = false): PdfDict {
    const signs = isSignature(dict)
    const entries = new Map<string, PdfValue>()
    for (const [key, value] of dict.entries) {
      entries.set(key, signs && key === 'Contents' ? value : open(value, lenient || signs))
    }
    return { ...dict, entries }
  }

  function data(method: CryptMethod, bytes: Buffer, lenient = false): Buffer {
    const plain = decryptData(method, decryption.key, object, bytes)
    if (!plain && !lenient) report()
    return plain ?? bytes
  }
}

/** The value of a signature is never encrypted (7.6.2). */
function isSignature({ entries }: PdfDict): boolean {
  const type = nameOf(entries.get('Type'))
  return type === 'Sig' || type === 'DocTimeStamp' || entries.has('ByteRange')
}

/** 7.4.10: a stream may name its crypt filter; metadata may be left readable. */
function methodOf({ dict, start }: PdfStream, { streams, named, encryptsMetadata }: Decryption): CryptMethod {
  const filter = dict.entries.get('Filter')
  const first = filter?.kind === 'array' ? filter.items[0] : filter
  if (nameOf(first) === 'Crypt') {
    const parameters = dict.entries.get('DecodeParms')
    const own = dictOf(parameters?.kind === 'array' ? parameters.items[0] : parameters)
    const method = named.get(nameOf(own?.entries.get('Name')) ?? 'Identity')
    if (!method) throw new PdfFault('object-malformed', start, 'a crypt filter that is not there')
    return method
  }
  return !encryptsMetadata && nameOf(dict.entries.get('Type')) === 'Metadata' ? 'Identity' : streams
}
