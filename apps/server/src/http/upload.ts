import type { MultipartFile, MultipartValue } from '@fastify/multipart'
import { Refusal } from '@moqi/domain/refusal'
import type { FastifyRequest } from 'fastify'
import type { Upload } from '#src/platform/handlers.ts'

/** The largest upload any call takes; calls with a smaller limit say so themselves. */
const uploadLimit = 50 * 1024 * 1024

/** The longest text field any call takes, in bytes; the calls bound their own. */
const fieldSize = 1024 * 1024

/** Reads one file and the text fields before it. Throws `file/too-large` or `field/invalid`. */
export async function readUpload(request: FastifyRequest): Promise<{ file: Upload; fields: Record<string, string> }> {
  if (!request.isMultipart()) throw new Refusal('request/invalid')
  const part = await request.file({ limits: { fileSize: uploadLimit, files: 1, fields: 10, fieldSize } })
  if (!part) throw new Refusal('field/invalid', { field: 'file', message: '请选择要上传的文件' })
  try {
    const bytes = await part.toBuffer()
    return { file: { fileName: part.filename, bytes }, fields: textFields(part) }
  } catch (error) {
    if (!part.file.truncated) throw error
    throw new Refusal('file/too-large', { megabytes: uploadLimit / 1024 / 1024 })
  }
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
