import { randomInt } from 'node:crypto'
import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { verifyPdf } from '@moqi/verify/verify-pdf'
import { isSound } from '../is-sound.ts'
import { onServer, type ServerProcess } from '../server-process.ts'
import type { FaultScene, Strike } from '../survive.ts'
import { askOwner } from './ask-owner.ts'

/** Names one bit of a stopped server's data, and answers how to flip it: there, and back. */
type Target = (server: ServerProcess, fileId: string) => Promise<() => Promise<void>>

/** Two of eight have signed, so that there are increments. */
const before = 2
/** Where the newest increments stand. */
const lastBytes = 16_384

/**
 * One bit of what a contract is made of is another: of the uploaded file, of an increment in its row, of the file in
 * which the database keeps increments, of the last contract's archived document. A server is started on it and asked
 * for the document and for signatures; then the bit is as it was.
 */
export const flipScene: FaultScene = {
  fault: 'flip',
  on: (use) =>
    onServer((server) => {
      // The first contract has none before it that is archived.
      let archived: Strike['contract'] | null = null
      return use(server, async (strike) => {
        const names = Object.keys(targets)
        const name = names[strike.index % names.length] ?? ''
        const { contract } = name === 'archived document' && archived ? { contract: archived } : strike
        await flipped(strike, name, contract)
        archived = strike.contract
      })
    }),
}

const targets: Record<string, Target> = {
  'uploaded file': (server, fileId) => blobOf(server, fileId, 'base_sha256'),
  increment: (server, fileId) => incrementOf(server, fileId),
  'page of the database': (server) => pageOf(server),
  'archived document': (server, fileId) => blobOf(server, fileId, 'archive_sha256'),
}

async function flipped(strike: Strike, name: string, contract: Strike['contract']): Promise<void> {
  const { server, signSome, sign, note, over } = strike
  await signSome(before)
  const flip = await targets[name]?.(server, contract.fileId)
  if (!flip) return
  // A server keeps in memory what it has read.
  await onStopped(server, flip)
  await sign()
  note(`${name}: ${await given(strike, contract)}`)
  await onStopped(server, flip, over)
}

async function onStopped(server: ServerProcess, change: () => Promise<void>, over = () => {}): Promise<void> {
  await server.end('SIGTERM')
  await change()
  over()
  await server.start()
}

/** What came of asking for the document: nothing wrong may be given. */
async function given({ server, series, wrong }: Strike, { fileId, signId }: Strike['contract']): Promise<string> {
  const bytes = await series.initiator.download('fileContent', { fileId, signId }).catch(() => null)
  if (!bytes) return 'refused'
  const trustedRoots = server.trustedRoots()
  const verdict = await verifyPdf(bytes, { trustedRoots, ownRoots: trustedRoots, now: new Date() })
  if (!isSound(verdict)) wrong()
  return `given and ${verdict.verdict}`
}

async function blobOf(server: ServerProcess, fileId: string, column: string): Promise<() => Promise<void>> {
  const [row] = await ask(server, `select ${column} as value from document_layout where file_id = $1`, [fileId])
  if (!row) throw new Error(`no ${column}`)
  const file = join(server.dataDir, 'blobs', row.value.slice(0, 2), row.value.slice(2))
  return atRandom(file)
}

/** As the database's owner would, past its checksums. */
async function incrementOf(server: ServerProcess, fileId: string): Promise<() => Promise<void>> {
  const place = randomInt(1000)
  const flip = `update document_revision set bytes = set_byte(bytes, $2::int, get_byte(bytes, $2::int) # 1)
    where file_id = $1 and revision = 1 returning '' as value`
  return async () => void (await ask(server, flip, [fileId, String(place)]))
}

/** PostgreSQL keeps what is long beside the table. */
async function pageOf(server: ServerProcess): Promise<() => Promise<void>> {
  const beside = `select pg_relation_filepath(reltoastrelid) as value from pg_class where relname = 'document_revision'`
  const [row] = await ask(server, `${beside} and relkind = 'r'`)
  if (!row) throw new Error('the table of increments is not there')
  return atRandom(join(server.dataDir, 'postgres', row.value), lastBytes)
}

/** A random bit of a file, or of its last bytes. */
function atRandom(file: string, among = Number.POSITIVE_INFINITY): () => Promise<void> {
  let place: number | null = null
  const bit = 1 << randomInt(8)
  return async () => {
    const descriptor = openSync(file, 'r+')
    const { size } = fstatSync(descriptor)
    place ??= size - 1 - randomInt(Math.min(size, among))
    const byte = Buffer.alloc(1)
    readSync(descriptor, byte, 0, 1, place)
    writeSync(descriptor, Buffer.of(byte.readUInt8() ^ bit), 0, 1, place)
    closeSync(descriptor)
  }
}

const ask = ({ dataDir }: ServerProcess, text: string, values: string[] = []) =>
  askOwner<{ value: string }>(dataDir, text, values)
