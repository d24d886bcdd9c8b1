import { createHash } from 'node:crypto'
import { type FileHandle, mkdir, open, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { MultipartFile, MultipartValue } from '@fastify/multipart'
import { Refusal } from '@moqi/domain/refusal'
import type { FastifyRequest } from 'fastify'
import { BlobStoreAway } from '#src/platform/blobs/blob-store.ts'
import { isDiskFull } from '#src/platform/blobs/disk-full.ts'
import type { Deps } from '#src/platform/deps.ts'
import type { Upload } from '#src/platform/handlers.ts'
import { uploadRoom, type UploadRoom } from './upload-room.ts'

/** The largest upload any call takes; calls with a smaller limit say so themselves. */
const uploadLimit = 50 * 1024 * 1024

/** The longest text field any call takes, in bytes; the calls bound their own. */
const fieldSize = 1024 * 1024

/** Bytes of all uploads that may lie on the disk at a time, a quarter of them one client's. */
const roomBytes = 512 * 1024 * 1024

/** ISO 32000-1 Annex H.3: readers look for a PDF's header within as many. */
const headBytes = 1024

/** One file and the text fields before it. */
export type Received = { file: Upload; fields: Record<string, string> }

/** Two files and the text fields before the second. */
export type ReceivedPair = { before: Upload; after: Upload; fields: Record<string, string> }

/** A file as it comes: its bytes, whether they were cut at the most there may be, and the text fields before it. */
export type Incoming = {
  fileName: string
  stream: AsyncIterable<unknown>
  isCut: () => boolean
  fields: () => Record<string, string>
  /** Hears the bytes as they come, and may throw before they are used. */
  witness?: { update: (chunk: Buffer) => void; judge: () => void }
}

/**
 * Takes one file to the disk as it comes, lets it be used, and removes it, whatever happens. Throws `file/too-large`,
 * and `request/too-often` when too much lies there.
 */
export type KeepUpload = <T>(client: string, incoming: Incoming, use: (received: Received) => Promise<T>) => Promise<T>

/** Keeps uploads in a folder, which is made with the first. */
export function uploadKeeper(
  folder: string,
  newId: Deps['newId'],
  room: UploadRoom = uploadRoom(roomBytes),
): KeepUpload {
  return async (client, { fileName, stream, isCut, fields, witness }, use) => {
    const file = await openNameless(folder, newId()).catch(spaceWanted)
    let size = 0
    try {
      const digest = createHash('sha256')
      for await (const chunk of stream) {
        if (!Buffer.isBuffer(chunk)) throw new Error('an upload comes in bytes')
        if (!room.take(client, chunk.length)) {
          throw new Refusal('request/too-often', { retryAfter: 5, message: '系统繁忙，请稍后再试' })
        }
        size += chunk.length
        if (size > uploadLimit) throw tooLarge()
        digest.update(chunk)
        witness?.update(chunk)
        await file.appendFile(chunk).catch(spaceWanted)
      }
      if (isCut()) throw tooLarge()
      witness?.judge()
      const read = () => readStart(file, size)
      const head = await readStart(file, Math.min(headBytes, size))
      const upload = { fileName, size, sha256: digest.digest('hex'), head, read }
      return await use({ file: upload, fields: fields() })
    } finally {
      room.give(client, size)
      await file.close()
    }
  }
}

const tooLarge = () => new Refusal('file/too-large', { megabytes: uploadLimit / 1024 / 1024 })

/** Receives the one file of a form. Throws `field/invalid` without one, and as `keep` does. */
export type ReceiveUpload = <T>(
  request: FastifyRequest,
  client: string,
  use: (received: Received) => Promise<T>,
) => Promise<T>

/** Receives files that come in a form. */
export const formReceiver =
  (keep: KeepUpload): ReceiveUpload =>
  async (request, client, use) => {
    if (!request.isMultipart()) throw new Refusal('request/invalid')
    const part = await request.file({ limits: { fileSize: uploadLimit, files: 1, fields: 10, fieldSize } })
    if (!part) throw new Refusal('field/invalid', { field: 'file', message: '请选择要上传的文件' })
    return keep(client, incomingPart(part), use)
  }

/** Receives the two files of a form, the one before and the one after. Throws as `ReceiveUpload` does. */
export type ReceivePair = <T>(
  request: FastifyRequest,
  client: string,
  use: (received: ReceivedPair) => Promise<T>,
) => Promise<T>

/** Receives pairs of files that come in a form: each lies on the disk until both were used. */
export const pairReceiver =
  (keep: KeepUpload): ReceivePair =>
  async (request, client, use) => {
    if (!request.isMultipart()) throw new Refusal('request/invalid')
    const parts = request.files({ limits: { fileSize: uploadLimit, files: 2, fields: 10, fieldSize } })
    const next = async (field: string) => {
      const { value } = await parts.next()
      if (!value) throw new Refusal('field/invalid', { field, message: '请选择要对比的两个文件' })
      return incomingPart(value)
    }
    return keep(client, await next('before'), async ({ file: before }) =>
      keep(client, await next('after'), ({ file: after, fields }) => use({ before, after, fields })),
    )
  }

const incomingPart = (part: MultipartFile): Incoming => ({
  fileName: part.filename,
  stream: part.file,
  isCut: () => part.file.truncated,
  fields: () => textFields(part),
})

/** Throws what is answered as 存储空间不足 when the disk of the uploads is full. */
function spaceWanted(error: unknown): never {
  throw isDiskFull(error) ? new BlobStoreAway('the disk of the uploads is full', { cause: error, isFull: true }) : error
}

/** A file that has lost its name at once: the system removes it when it is closed, or the process has ended. */
async function openNameless(folder: string, name: string): Promise<FileHandle> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, name)
  const file = await open(path, 'wx+', 0o600)
  await unlink(path)
  return file
}

async function readStart(file: FileHandle, length: number): Promise<Buffer> {
  // Memory of its own, which can be moved to a worker.
  const bytes = Buffer.alloc(length)
  const { bytesRead } = await file.read(bytes, 0, length, 0)
  if (bytesRead !== length) throw new Error(`an upload of ${length} bytes has ${bytesRead}`)
  return bytes
}

function textFields(part: MultipartFile): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const field of Object.values(part.fields)) {
    const value = Array.isArray(field) ? field[0] : field
    if (isText(value)) fields[value.fieldname] = value.value
  }
  return fields
}

const isText = (field: unknown): field is MultipartValue<string> =>
  typeof field === 'object' && field !== null && 'value' in field && typeof field.value === 'string'
