import type { DownloadAnswer, operation } from '@moqi/api/operation'
import { operationLimits } from '@moqi/domain/contract/after-sending'
import { Refusal } from '@moqi/domain/refusal'
import type { Selectable } from 'kysely'
import type { Member } from '#src/platform/actor.ts'
import type { Handler } from '#src/platform/handlers.ts'
import { keepAnswer } from '#src/platform/idempotency.ts'
import { packArchive } from '#src/platform/archive-file.ts'
import { addLog } from '#src/cores/contract/contract-log.ts'
import { findMember } from '#src/cores/identity/own-spaces.ts'
import { findReadableEntry } from '#src/cores/contract/entry.ts'
import { holdBlobs, releaseBlobs } from '#src/platform/blobs/blob-holders.ts'
import type { Db } from '#src/platform/database/database.ts'
import type { Schema } from '#src/platform/database/schema.ts'
import type { Deps } from '#src/platform/deps.ts'
import { enqueue, type JobPayloads } from '#src/platform/jobs/jobs.ts'
import { isUuid } from '#src/platform/uuid.ts'
import { archiveName, finishedOf } from './download-several.ts'
import { archiveItems, checkSize, type Finished, readFinished } from './finished-contracts.ts'

declare module '#src/platform/database/schema.ts' {
  interface Schema {
    /** An archive made in the background for one account in one space. */
    download: {
      tenant_id: string
      download_id: string
      account_id: string
      sign_ids: string[]
      state: 'running' | 'done' | 'failed'
      /** Contracts that are in it so far. */
      done: number
      sha256: string | null
      size: number | null
      created_at: number
    }
  }
}

type Row = Selectable<Schema['download']>
type Place = { tenantId: string; downloadId: string }

/** Archives one account may have in the making. */
const atOnce = 3

/** Starts a large archive in the background, or tells how far it is (checklist C26). It is its maker's alone. */
export const downloadLater: Handler<typeof operation.downloadFinishedTasksAfter> = async (deps, member, input) => {
  if ('downloadId' in input) return answerOf(await ownDownload(deps, member, input.downloadId))
  const finished = await finishedOf(deps, member, input.signIds)
  checkSize(finished, operationLimits.download.later)
  return deps.db.write(member.tenantId, async (tx) => {
    await checkFew(tx, member)
    const row: Row = {
      tenant_id: member.tenantId,
      download_id: deps.newId(),
      account_id: member.accountId,
      sign_ids: finished.map(({ entry }) => entry.signId),
      state: 'running',
      done: 0,
      sha256: null,
      size: null,
      created_at: deps.now(),
    }
    await tx.insertInto('download').values(row).execute()
    const place = { tenantId: row.tenant_id, downloadId: row.download_id }
    await enqueue(tx, 'packDownload', place, { key: `pack ${row.download_id}` })
    const dropping = { delayMs: operationLimits.downloadKeptMs, key: `drop ${row.download_id}` }
    await enqueue(tx, 'dropDownload', place, dropping)
    return keepAnswer(tx, deps, member, answerOf(row))
  })
}

/** The archive's bytes, for whoever asked for it, in the space it was asked in. */
export const downloadArchive: Handler<typeof operation.downloadArchive> = async (deps, member, { downloadId }) => {
  const row = await ownDownload(deps, member, downloadId)
  if (row.state !== 'done' || row.sha256 === null) throw new Refusal('file/not-found')
  const bytes = await deps.blobs.get(row.sha256)
  return { bytes, type: 'application/zip', etag: row.sha256, fileName: archiveName(row.created_at) }
}

/** Packs what was asked for. Runs as a job; a contract whose entry is gone meanwhile is left out. */
export async function packDownload(deps: Deps, place: JobPayloads['packDownload']): Promise<void> {
  const row = await deps.db.read(place.tenantId, (tenant) => downloadAt(tenant, place))
  if (row?.state !== 'running') return
  try {
    const finished = await stillReadable(deps, row)
    const told = (done: number) => change(deps, place, { done })
    const about = { downloadId: row.download_id, at: row.created_at, told }
    const bytes = await packArchive(archiveItems(deps, finished, about))
    const sha256 = await deps.blobs.put(bytes)
    await logDownloads(deps, row, finished)
    const packed = { state: 'done', done: row.sign_ids.length, sha256, size: bytes.length } as const
    await deps.db.write(place.tenantId, async (tx) => {
      // Nobody drops an archive that was dropped before it was packed.
      if (await setIn(tx, place, packed)) await holdBlobs(tx, place.downloadId, [sha256])
    })
  } catch (error) {
    deps.log(`download ${row.download_id} failed`, error)
    await change(deps, place, { state: 'failed' })
  }
}

/** Removes an archive a day after it was asked for. Runs as a job. */
export async function dropDownload(deps: Deps, place: JobPayloads['dropDownload']): Promise<void> {
  const row = await deps.db.read(place.tenantId, (tenant) => downloadAt(tenant, place))
  if (!row) return
  await deps.db.write(place.tenantId, async (tx) => {
    await tx
      .deleteFrom('download')
      .where('tenant_id', '=', place.tenantId)
      .where('download_id', '=', place.downloadId)
      .execute()
    await releaseBlobs(tx, { jobKey: `free ${place.downloadId}`, holders: [place.downloadId] })
  })
  // The archive names its download inside: no other blob has its bytes, and nobody waits for them to be freed.
  if (row.sha256 !== null) await deps.blobs.remove(row.sha256)
}

const answerOf = ({ download_id, state, done, sign_ids }: Row): DownloadAnswer => ({
  downloadId: download_id,
  state,
  progress: state === 'done' ? 100 : Math.floor((done / sign_ids.length) * 99),
  fileUrl: state === 'done' ? `/api/common/v1/tool/downloadArchive?downloadId=${download_id}` : null,
})

async function ownDownload(deps: Pick<Deps, 'db' | 'now'>, member: Member, downloadId: string): Promise<Row> {
  if (!isUuid(downloadId)) throw new Refusal('file/not-found')
  const place = { tenantId: member.tenantId, downloadId }
  const row = await deps.db.read(member.tenantId, (tenant) => downloadAt(tenant, place))
  const isOwn = row?.account_id === member.accountId
  if (!row || !isOwn || row.created_at + operationLimits.downloadKeptMs <= deps.now()) {
    throw new Refusal('file/not-found')
  }
  return row
}

const downloadAt = (tenant: Db, { tenantId, downloadId }: Place): Promise<Row | undefined> =>
  tenant
    .selectFrom('download')
    .where('tenant_id', '=', tenantId)
    .where('download_id', '=', downloadId)
    .selectAll()
    .executeTakeFirst()

async function checkFew(tx: Db, { tenantId, accountId }: Member): Promise<void> {
  const { number } = await tx
    .selectFrom('download')
    .where('tenant_id', '=', tenantId)
    .where('account_id', '=', accountId)
    .where('state', '=', 'running')
    .select(({ fn }) => fn.countAll<number>().as('number'))
    .executeTakeFirstOrThrow()
  if (Number(number) < atOnce) return
  throw new Refusal('request/too-often', { message: `已有${atOnce}个打包任务在进行，请等待完成后再试` })
}

async function change(deps: Pick<Deps, 'db'>, place: Place, set: Partial<Row>): Promise<void> {
  await deps.db.write(place.tenantId, (tx) => setIn(tx, place, set))
}

/** Whether the download is still there. */
async function setIn(tx: Db, { tenantId, downloadId }: Place, set: Partial<Row>): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('download')
    .set(set)
    .where('tenant_id', '=', tenantId)
    .where('download_id', '=', downloadId)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

async function stillReadable(deps: Deps, row: Row): Promise<Finished[]> {
  const member = await findMember(deps, { tenantId: row.tenant_id, accountId: row.account_id })
  const finished: Finished[] = []
  for (const signId of member ? row.sign_ids : []) {
    const entry = member && (await deps.db.read(row.tenant_id, (own) => findReadableEntry(own, member, signId)))
    if (entry) finished.push(await readFinished(deps, entry))
  }
  return finished
}

async function logDownloads(deps: Deps, { account_id: accountId }: Row, finished: Finished[]): Promise<void> {
  const account = await deps.db.directory((directory) =>
    directory.selectFrom('account').where('account_id', '=', accountId).select('nick_name').executeTakeFirstOrThrow(),
  )
  const actor = { accountId, name: account.nick_name }
  for (const { entry } of finished) {
    await deps.db.write(entry.homeTenantId, (tx) => addLog(tx, entry, deps.now(), actor, { verb: 'download' }))
  }
}
