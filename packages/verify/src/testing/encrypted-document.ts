import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ask, filesOnDisk } from '@moqi/trust/testing/foreign-judge'
import { signDigest } from '@moqi/trust/cms/signed-data'
import type { SigningKey } from '@moqi/trust/cms/signing-key'
import type { TimestampAuthority } from '@moqi/trust/timestamp/request-token'
import { type DocumentModel, readModel } from '@moqi/pdf/graph/document-model'
import { appendSignature, readForTests, type WrittenObject } from '@moqi/pdf/testing/increment'
import { cipherOf } from '@moqi/pdf/testing/encryption'
import type { PdfDict, PdfValue } from '@moqi/pdf/read/values'

/** A copy that qpdf encrypts: `options` are the passwords, the key's bits and what else `--encrypt` takes. */
export function encryptedPdf(bytes: Buffer, options: string[], more: string[] = []): Buffer {
  const { plain } = filesOnDisk({ plain: bytes })
  const sealed = join(plain, '..', 'sealed.pdf')
  const { code } = ask('qpdf', '--allow-weak-crypto', '--encrypt', ...options, '--', ...more, plain, sealed)
  if (code !== 0 && code !== 3) throw new Error(`qpdf ended with ${code}`)
  return readFileSync(sealed)
}

/** An encrypted file as its verifier reads it, and how to write more objects into it as other tools do. */
export class SealedFile {
  readonly bytes: Buffer
  readonly model: DocumentModel
  readonly #cipher: ReturnType<typeof cipherOf>

  constructor(bytes: Buffer) {
    this.bytes = bytes
    const file = readForTests(bytes)
    const last = file.views.at(-1)
    const model = last && readModel(last)
    if (!model) throw new Error('not to be opened')
    this.model = model
    this.#cipher = cipherOf(file)
  }

  /** The number of a field. */
  field(name: string): number {
    return this.model.fields.find((field) => field.name === name)?.number ?? 0
  }

  /** Source of an object of this number that is a stream. */
  stream(number: number, data: string, entries = ''): string {
    const sealed = this.#cipher.stream(number, Buffer.from(data, 'latin1'))
    return `<<${entries}/Length ${sealed.length}>>\nstream\n${sealed.toString('latin1')}\nendstream`
  }

  /** Source of a string in the object of this number. */
  string(number: number, text: string): string {
    return `<${this.#cipher.string(number, Buffer.from(text, 'latin1')).toString('hex')}>`
  }

  /** The newest dictionary of a number, encrypted anew, with other or more entries. */
  rewritten(number: number, change: Record<string, string>): WrittenObject {
    const dict = this.model.view.object(number)?.value
    if (dict?.kind !== 'dict') throw new Error(`${number} is no dictionary`)
    return { number, body: this.#dict(dict, number, change) }
  }

  /** Signs a field in one increment. */
  sign(
    name: string,
    number: number,
    by: { key: SigningKey; timestamps: TimestampAuthority },
    objects: WrittenObject[] = [],
  ): Promise<Buffer> {
    return appendSignature(this.bytes, {
      number,
      entries: `/M${this.string(number, "D:20261120110405+08'00'")}`,
      objects: [this.rewritten(this.field(name), { V: `${number} 0 R` }), ...objects],
      cms: (digest) => signDigest(by, digest),
    })
  }

  #dict(dict: PdfDict, number: number, change: Record<string, string> = {}): string {
    const kept = [...dict.entries].filter(([key]) => !(key in change))
    const entries = kept.map(([key, value]) => `/${key} ${this.#source(value, number)}`)
    return `<<${[...entries, ...Object.entries(change).map(([key, source]) => `/${key} ${source}`)].join('')}>>`
  }

  #source(value: PdfValue, number: number): string {
    if (value.kind === 'dict') return this.#dict(value, number)
    if (value.kind === 'array') return `[${value.items.map((item) => this.#source(item, number)).join(' ')}]`
    if (value.kind === 'string') return this.string(number, value.bytes.toString('latin1'))
    if (value.kind === 'ref') return `${value.number} ${value.generation} R`
    if (value.kind === 'name') return `/${value.value}`
    return value.kind === 'number' || value.kind === 'boolean' ? String(value.value) : 'null'
  }
}
