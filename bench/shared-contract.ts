import { dayMs } from '@moqi/domain/time/civil-date'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from '../scripts/demo/api-client.ts'
import type { Actor } from '../scripts/demo/cast.ts'
import { uploadContract } from '../scripts/demo/launch-contract.ts'
import type { Person } from './people-by-code.ts'

/** One party's way into one contract. The key stays the same however often the signature is asked for. */
export type Ask = { person: Person; signId: string; positionId: string; key: string }
/** A contract that many may sign at once. */
export type SharedContract = { taskId: string; signId: string; fileId: string; asks: Ask[] }

/** Who signs beside the people: somebody for a company, first where there is an order. */
type Launch = { ordered: boolean; company: Actor | null }

const sample = join(import.meta.dirname, '../samples/采购框架协议.pdf')
const perLine = 8
const entryLimitMs = 30_000

/** Sends a contract to these people, at most 50, each with one place on its last page. */
export async function sendShared(
  initiator: Client,
  people: readonly Person[],
  { ordered, company }: Launch = { ordered: false, company: null },
): Promise<SharedContract & { companyPositionId: string }> {
  const bytes = new Uint8Array(readFileSync(sample))
  const file = await uploadContract(initiator, { fileName: basename(sample), bytes })
  const parties = [...(company ? [company] : []), ...people.map(({ name, phone }) => ({ name, phone, company: null }))]
  const draft = await initiator.call('saveDraft', {
    taskName: '采购框架协议',
    signExpireTime: Date.now() + 30 * dayMs,
    signOrderType: ordered ? 'order' : 'disorder',
    fileIdArray: [file.fileId],
    signerArray: parties.map((party, index) => ({
      signerNo: index + 1,
      signOrder: index + 1,
      signType: party.company === null ? (0 as const) : (1 as const),
      signerName: party.name,
      phone: party.phone,
      ...(party.company !== null && { companyName: party.company }),
    })),
  })
  const positionArray = parties.map((party, index) => ({
    positionId: randomUUID(),
    fileId: file.fileId,
    page: file.pageCount,
    x: 12 + (index % perLine) * 24,
    y: 60 + Math.floor(index / perLine) * 24,
    width: 20,
    height: 20,
    positionType: party.company === null ? ('personSign' as const) : ('companySeal' as const),
    signerNo: index + 1,
  }))
  await initiator.call('saveLocation', { signId: draft.signId, version: draft.version, positionArray })
  await initiator.call('sendTask', { signId: draft.signId })
  const places = positionArray.map(({ positionId }) => positionId)
  const companyPositionId = company ? (places.shift() ?? '') : ''
  const asks = await Promise.all(
    people.map(async (person, index) => ({
      person,
      signId: await ownEntry(person.client, draft.taskId),
      positionId: places[index] ?? '',
      key: randomUUID(),
    })),
  )
  return { taskId: draft.taskId, signId: draft.signId, fileId: file.fileId, asks, companyPositionId }
}

/** Somebody's own handle of a contract, whoever's turn it is. A party's list is told by a job. */
export async function ownEntry(client: Client, taskId: string): Promise<string> {
  for (const until = Date.now() + entryLimitMs; Date.now() < until; await pause(100)) {
    const { taskInfoArray } = await client.call('listTasks', { pageSize: 50 })
    const own = taskInfoArray.find((row) => row.taskId === taskId)
    if (own) return own.signId
  }
  throw new Error('a party does not see its contract')
}
