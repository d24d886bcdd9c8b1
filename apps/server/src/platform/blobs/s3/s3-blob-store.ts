import { hash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { BlobDamaged, BlobMissing, type BlobStore, BlobStoreAway, type StoredBlob } from '../blob-store.ts'
import { type S3Answer, s3Requests } from './s3-requests.ts'
import type { S3Settings } from './s3-settings.ts'

/** How a store is asked to refuse what is there already: as S3 does, as OSS does, or not at all. */
export type WriteOnce = 'if-none-match' | 'x-oss-forbid-overwrite' | 'none'

const onceHeaders: Readonly<Record<WriteOnce, Record<string, string>>> = {
  'if-none-match': { 'if-none-match': '*' },
  'x-oss-forbid-overwrite': { 'x-oss-forbid-overwrite': 'true' },
  none: {},
}

/** A removal that is under way takes no longer; a mark that is older was left by a crash. */
const freeingMs = 30_000
const idKey = 'store-id'

/**
 * Blobs as objects `ab/cdef…` of a bucket. An object is there whole or not at all, so only its age tells whether it may
 * be freed; who frees marks it first, and who puts looks for the mark afterwards: one of the two sees the other.
 */
export async function s3BlobStore(
  settings: S3Settings,
  now: () => number,
): Promise<BlobStore & { writeOnce: WriteOnce }> {
  const { ask, close } = s3Requests(settings)
  const writeOnce = await probe()

  /** Puts twice what nobody needs, and sees whether the second time is refused. */
  async function probe(): Promise<WriteOnce> {
    for (const way of ['if-none-match', 'x-oss-forbid-overwrite'] as const) {
      const key = `probe/${way}`
      const body = Buffer.from(way)
      good(await ask({ method: 'PUT', key, body }), key)
      const again = await ask({ method: 'PUT', key, body, headers: onceHeaders[way] })
      // Some gateways know no such header and say so.
      if (again.status === 412 || again.status === 409) return way
    }
    return 'none'
  }

  async function put(bytes: Buffer): Promise<string> {
    const name = hash('sha256', bytes, 'hex')
    const key = keyOf(name)
    for (;;) {
      const answer = await ask({ method: 'PUT', key, body: bytes, headers: onceHeaders[writeOnce] })
      if (answer.status === 412 || answer.status === 409) {
        // It is as young as one that is written now; and whatever it was, it is right.
        const again = await ask({ method: 'PUT', key, body: bytes })
        if (isRefused(again)) await get(name)
        else good(again, key)
      } else good(answer, key)
      if (await isBeingFreed(name)) await freed(name)
      // Whoever has marked it earlier is done: what is there now, nobody frees who has not seen how young it is.
      else if (await isThere(key)) return name
    }
  }

  async function isThere(key: string): Promise<boolean> {
    const answer = await ask({ method: 'HEAD', key })
    if (answer.status === 404) return false
    good(answer, key)
    return true
  }

  async function isBeingFreed(name: string): Promise<boolean> {
    const { status, headers } = await ask({ method: 'HEAD', key: markOf(name) })
    return status === 200 && now() - timeOf(headers['last-modified']) < freeingMs
  }
  async function freed(name: string): Promise<void> {
    while (await isBeingFreed(name)) await pause(100)
  }

  async function get(name: string): Promise<Buffer> {
    const key = keyOf(name)
    // What the way has changed is read once more; what is stored wrong stays wrong.
    for (let attempt = 1; attempt <= 2; attempt++) {
      const answer = await ask({ method: 'GET', key })
      if (answer.status === 404) throw new BlobMissing(`blob ${name} is missing`)
      good(answer, key)
      if (hash('sha256', answer.body, 'hex') === name) return answer.body
    }
    throw new BlobDamaged(`blob ${name} has changed in the object store`)
  }

  const removeKey = async (key: string) => {
    const answer = await ask({ method: 'DELETE', key })
    if (answer.status !== 404) good(answer, key)
  }

  /** The entries of the bucket's list whose keys begin so. */
  async function* entries(start: string): AsyncIterable<string> {
    for (let after: string | undefined; ;) {
      const prefix = settings.prefix + start
      const query = { 'list-type': '2', prefix, ...(after && { 'continuation-token': after }) }
      const answer = good(await ask({ method: 'GET', key: '', query }), 'the list')
      const page = answer.body.toString('utf8')
      for (const [, entry = ''] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs)) yield entry
      after = fieldOf(page, 'NextContinuationToken') || undefined
      if (!after) return
    }
  }

  return {
    writeOnce,
    put,
    get,
    remove: (name) => removeKey(keyOf(name)),
    async free(name, storedBefore) {
      const mark = markOf(name)
      good(await ask({ method: 'PUT', key: mark, body: Buffer.alloc(0) }), mark)
      const markedAt = now()
      const { status, headers } = await ask({ method: 'HEAD', key: keyOf(name) })
      const isOld = status === 200 && timeOf(headers['last-modified']) < storedBefore
      if (isOld && now() - markedAt < freeingMs / 2) await removeKey(keyOf(name))
      await removeKey(mark)
    },
    async *list(folder) {
      for await (const entry of entries(folder === undefined ? '' : `${folder}/`)) {
        const blob = blobOf(entry, settings.prefix)
        if (blob) yield blob
      }
    },
    async dropLeftovers(folder, leftBefore) {
      for await (const entry of entries(markOf(folder))) {
        const name = fieldOf(entry, 'Key').slice(settings.prefix.length + markOf('').length)
        const isOld = Date.parse(fieldOf(entry, 'LastModified')) < leftBefore
        if (isOld && /^[0-9a-f]{64}$/.test(name)) await removeKey(markOf(name))
      }
    },
    async readId() {
      const answer = await ask({ method: 'GET', key: idKey })
      return answer.status === 404 ? null : good(answer, idKey).body.toString('utf8').trim()
    },
    async writeId(id) {
      good(await ask({ method: 'PUT', key: idKey, body: Buffer.from(id) }), idKey)
    },
    close,
  }
}

function keyOf(name: string): string {
  if (!/^[0-9a-f]{64}$/.test(name)) throw new BlobMissing(`${name} names no blob`)
  return `${name.slice(0, 2)}/${name.slice(2)}`
}

const markOf = (name: string) => `freeing/${name}`

/** A bucket that keeps what it has for good refuses to have it replaced. */
const isRefused = ({ status }: S3Answer) => status === 403 || status === 409 || status === 412

function good(answer: S3Answer, what: string): S3Answer {
  if (answer.status >= 200 && answer.status < 300) return answer
  throw new BlobStoreAway(
    `the object store answers ${answer.status} for ${what}: ${answer.body.toString('utf8', 0, 300)}`,
  )
}

const timeOf = (date: string | undefined) => (date === undefined ? Date.now() : Date.parse(date))

const fieldOf = (xml: string, name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? ''

/** Nothing else that lies in the bucket is a blob. */
function blobOf(entry: string, prefix: string): StoredBlob | null {
  const key = fieldOf(entry, 'Key')
  const [, folder, rest] = /^([0-9a-f]{2})\/([0-9a-f]{62})$/.exec(key.slice(prefix.length)) ?? []
  if (!key.startsWith(prefix) || !folder || !rest) return null
  return {
    name: folder + rest,
    storedAt: Date.parse(fieldOf(entry, 'LastModified')),
    length: Number(fieldOf(entry, 'Size')),
  }
}
