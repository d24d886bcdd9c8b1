import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { checkReason } from '@moqi/domain/contract/draft-text'
import { Refusal } from '@moqi/domain/refusal'
import { purposeTable } from '@moqi/domain/seals/company-seal'
import { formatDate } from '@moqi/domain/time/format-date'
import { reviewSeal } from '#src/cores/seal/review-seal.ts'
import { type SealToReview, sealsToReview, sealToReview } from '#src/cores/seal/seals-to-review.ts'
import { openJournal } from '#src/platform/audit/open-journal.ts'
import { openBlobs } from '#src/platform/blobs/open-blobs.ts'
import { type Config, readConfig } from '#src/platform/config.ts'
import { type Database, openDatabase } from '#src/platform/database/database.ts'
import type { Sending } from '#src/platform/messages/queue-message.ts'
import { readDerivationKey } from '#src/platform/keys/derivation-key.ts'
import { openKeyEncryption } from '#src/platform/keys/open-key-encryption.ts'
import { readCursor } from '#src/platform/keyset.ts'
import { newIds } from '#src/platform/new-ids.ts'
import { openOwner } from './owner-connection.ts'
import { readArguments } from './read-arguments.ts'

/** `npm run seals`: uploaded pictures of seals that wait for review, and the operator's decision on them. */

const usage = `用法：
  npm run seals                              等待审核的印章图样
  npm run seals -- show 编号 目录            把上传的原图与抠出的图样存入目录
  npm run seals -- approve 编号              通过，印章随即启用
  npm run seals -- refuse 编号 --reason 原因 不通过，原因告知提交人，可重新上传`

type Asked = { command: string; sealId: string; directory: string; reason: string | undefined }

async function main(asked: Asked | null): Promise<number> {
  if (!asked) {
    console.error(usage)
    return 2
  }
  const config = readConfig(process.env)
  const access = await openOwner(config)
  const db = openDatabase({ ...access.owner, max: 1 })
  try {
    if (asked.command === 'list') return await list(db)
    const seal = await sealToReview(db, asked.sealId).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error
      return null
    })
    if (!seal) {
      console.error(`没有等待审核的印章 ${asked.sealId}。npm run seals 列出全部`)
      return 1
    }
    return asked.command === 'show' ? await show(config, seal, asked.directory) : await decide(config, db, seal, asked)
  } finally {
    await db.close()
    await access.close()
  }
}

const readAtOnce = 100

async function list(db: Database): Promise<number> {
  let found = 0
  let cursor: string | null = ''
  while (cursor !== null) {
    const page: Awaited<ReturnType<typeof sealsToReview>> = await sealsToReview(db, readCursor(cursor), readAtOnce)
    for (const seal of page.seals) console.log(lineOf(seal))
    found += page.seals.length
    cursor = page.nextCursor
  }
  if (found === 0) console.log('没有等待审核的印章')
  return 0
}

function lineOf({ sealId, submittedAt, owner, purpose, name, width, height }: SealToReview): string {
  const kind = purpose === null ? '个人签名' : purposeTable[purpose].label
  return [sealId, formatDate(submittedAt), owner, kind, name, `${width}×${height}mm`].join('  ')
}

/** Both pictures under names that say which is which; what they show is for the operator's eye alone. */
async function show(config: Config, seal: SealToReview, directory: string): Promise<number> {
  const blobs = await openBlobs(config, Date.now)
  const original = await blobs.get(seal.originalSha256)
  mkdirSync(directory, { recursive: true })
  const isPng = original.subarray(1, 4).toString('latin1') === 'PNG'
  const pictures = [
    [`${seal.sealId}-原图.${isPng ? 'png' : 'jpg'}`, original],
    [`${seal.sealId}-图样.png`, await blobs.get(seal.pngSha256)],
  ] as const
  for (const [name, bytes] of pictures) {
    writeFileSync(join(directory, name), bytes)
    console.log(join(directory, name))
  }
  console.log(`须与认证名称一致：${seal.owner}`)
  return 0
}

async function decide(
  config: Config,
  db: Database,
  { tenantId, sealId, name }: SealToReview,
  { command, reason }: Asked,
): Promise<number> {
  const checked = command === 'approve' ? null : checkReason(reason ?? '')
  if (checked && !checked.ok) {
    console.error(checked.message)
    return 2
  }
  const sending: Sending = { now: Date.now, sms: { name: config.sms?.carrier ?? 'outbox' } }
  const { keyEncryption, close } = await openKeyEncryption(config)
  const derivationKey = await readDerivationKey(db, keyEncryption, Date.now()).finally(close)
  const deps = { config, newId: newIds(), derivationKey, ...sending }
  const verdict = { refused: checked?.value ?? null, by: '平台审核' }
  openJournal({ db, derivationKey })
  await db.write(tenantId, (tx) => reviewSeal(deps, tx, { tenantId, sealId }, verdict))
  console.log(verdict.refused === null ? `“${name}”已启用` : `“${name}”未通过，原因已告知提交人`)
  return 0
}

function parsed(): Asked | null {
  const { values, positionals } = parseArgs({ allowPositionals: true, options: { reason: { type: 'string' } } })
  const [command = 'list', sealId = '', directory = ''] = positionals
  const known =
    command === 'list' ||
    (command === 'show' && sealId !== '' && directory !== '') ||
    (['approve', 'refuse'].includes(command) && sealId !== '')
  return known ? { command, sealId, directory, reason: values.reason } : null
}

process.exitCode = await main(readArguments(parsed)).catch((error: unknown) => {
  console.error(error instanceof Refusal || error instanceof Error ? error.message : error)
  return 1
})
