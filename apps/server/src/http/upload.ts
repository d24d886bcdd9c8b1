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

/**
 * Takes one file to the disk as it comes, lets it be used, and removes it, whatever happens. Throws `file/too-large`,
 * `field/invalid`, and `request/too-often` when too much lies there.
 */
export type ReceiveUpload = <T>(
  request: FastifyRequest,
  client: string,
  use: (received: Received) => Promise<T>,
) => Promise<T>

/** Receives uploads in a folder, which is made with the first. */
export function uploadReceiver(
  folder: string,
  newId: Deps['newId'],
  room: UploadRoom = uploadRoom(roomBytes),
): ReceiveUpload {
  return async (request, client, use) => {
    if (!request.isMultipart()) throw new Refusal('request/invalid')
    const part = await request.file({ limits: { fileSize: uploadLimit, files: 1, fields: 10, fieldSize } })
    if (!part) throw new Refusal('field/invalid', { field: 'file', message: '请选择要上传的文件' })
    const file = await openNameless(folder, newId()).catch(spaceWanted)
    let size = 0
    try {
      const digest = createHash('sha256')
      for await (const chunk of part.file) {
        if (!Buffer.isBuffer(chunk)) throw new Error('an upload comes in bytes')
        if (!room.take(client, chunk.length)) {
          throw new Refusal('request/too-often', { retryAfter: 5, message: '系统繁忙，请稍后再试' })
        }
        size += chunk.length
        digest.update(chunk)
        await file.appendFile(chunk).catch(spaceWanted)
      }
      if (part.file.truncated) throw new Refusal('file/too-large', { megabytes: uploadLimit / 1024 / 1024 })
      const read = () => readStart(file, size)
      const head = await readStart(file, Math.min(headBytes, size))
      const upload = { fileName: part.filename, size, sha256: digest.digest('hex'), head, read }
      return await use({ file: upload, fields: textFields(part) })
    } finally {
      room.give(client, size)
      await file.close()
    }
  }
}

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
