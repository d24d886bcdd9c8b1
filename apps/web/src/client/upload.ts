import type { Output, Sent } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import { fetchRoutes, knowsRoute } from './known-routes.ts'
import { leaveEndedRoom } from './leave-ended-room.ts'
import { settleCall } from './settle-call.ts'
import { requestOf, requestTimeout } from './request.ts'
import { readEnvelope, type CallEnding } from './call-ending.ts'

type UploadName =
  | 'uploadFile'
  | 'verifyFile'
  | 'importContacts'
  | 'importMembers'
  | 'importFiling'
  | 'importFilingValues'
  | 'checkBatch'
  | 'uploadPaperPicture'
  | 'deliverInvoice'
  | 'endAuthentication'
/** `key` repeats an earlier attempt's idempotency key. */
type UploadOptions = { signal?: AbortSignal; key?: string; onProgress?: (part: number) => void }

/**
 * Sends a file with its fields as multipart and answers the call's `data`. `onProgress` hears 0…1 of the bytes sent.
 * Throws as `call` does; a given-up upload throws AbortError.
 */
export function upload<K extends UploadName>(
  name: K,
  file: File,
  fields: Sent<Table[K]>,
  options: UploadOptions = {},
): Promise<Output<Table[K]>> {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields)) form.append(field, String(value))
  form.append('file', file)
  return settled(name, form, options)
}

/** Sends two files to be compared, as `upload` sends one. */
export function uploadPair(
  name: 'compareFiles',
  { before, after }: { before: File; after: File },
  options: UploadOptions = {},
): Promise<Output<Table['compareFiles']>> {
  const form = new FormData()
  form.append('before', before)
  form.append('after', after)
  return settled(name, form, options)
}

async function settled<K extends UploadName | 'compareFiles'>(
  name: K,
  form: FormData,
  options: UploadOptions,
): Promise<Output<Table[K]>> {
  if (!knowsRoute(name) && !(await fetchRoutes())) return settleCall<never>('no-answer', 200).data
  const { route, address, headers } = requestOf(name, {}, options.key)
  // The browser writes the multipart type with its boundary.
  delete headers['Content-Type']
  const ending = await sendForm<Output<Table[K]>>(address, headers, form, options)
  leaveEndedRoom(route, ending)
  return settleCall(ending, route.success).data
}

/** fetch cannot tell how much has been sent, XMLHttpRequest can. */
function sendForm<Data>(address: string, headers: Record<string, string>, form: FormData, options: UploadOptions) {
  const { signal, onProgress } = options
  return new Promise<CallEnding<Data>>((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', address)
    request.timeout = requestTimeout
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0))
    request.addEventListener('load', () =>
      resolve({ status: request.status, envelope: readEnvelope<Data>(request.responseText) }),
    )
    request.addEventListener('error', () => resolve('no-answer'))
    request.addEventListener('timeout', () => resolve('timeout'))
    request.addEventListener('abort', () => reject(new DOMException('given up', 'AbortError')))
    signal?.addEventListener('abort', () => request.abort())
    request.send(form)
  })
}
