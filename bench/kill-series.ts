import { dayMs } from '@moqi/domain/time/civil-date'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Client } from '../scripts/demo/api-client.ts'
import { initiator as launcher } from '../scripts/demo/cast.ts'
import { uploadContract } from '../scripts/demo/launch-contract.ts'
import { signIn } from '../scripts/demo/sign-in.ts'
import { post } from './http-call.ts'
import { makePeople, type Person, proveWill } from './people-by-code.ts'

/** One party's way into one contract. The key stays the same however often the signature is asked for. */
export type Ask = { person: Person; signId: string; positionId: string; key: string }
export type SharedContract = { taskId: string; signId: string; fileId: string; asks: Ask[] }

/** Contracts that eight people may sign at once. */
export type Series = {
  initiator: Client
  contracts: SharedContract[]
  /** Asks the server for one signature; resolves when it is acknowledged. */
  sign: (ask: Ask) => Promise<void>
  /** Proves everybody's will again before the proofs of the contracts from `first` on run out. */
  keepProofs: (first: number) => Promise<void>
}

const sample = join(import.meta.dirname, '../samples/采购框架协议.pdf')
/** A proof holds for five minutes (checklist C17). */
const renewAfterMs = 180_000

/** Makes eight people and sends `count` contracts, at most 50, for all of them. */
export async function openSeries(baseUrl: string, count: number): Promise<Series> {
  const initiator = await signIn(baseUrl, launcher)
  const people = await makePeople(baseUrl)
  const contracts: SharedContract[] = []
  for (let made = 0; made < count; made++) contracts.push(await sendContract(baseUrl, initiator, people))
  let proofs = new Map<Person, string>()
  let provedAt = 0
  return {
    initiator,
    contracts,
    async sign({ person, signId, positionId, key }) {
      const positionArray = [{ positionId, sealId: person.sealId }]
      const authToken = proofs.get(person) ?? ''
      await post(baseUrl, 'sign', { signId, authToken, positionArray }, { ...person.asking, key })
    },
    async keepProofs(first) {
      if (Date.now() < provedAt + renewAfterMs) return
      const proved = people.map(async (person): Promise<[Person, string]> => {
        const open = contracts.slice(first).flatMap(({ asks }) => asks.filter((ask) => ask.person === person))
        return [
          person,
          await proveWill(
            baseUrl,
            person,
            open.map(({ signId }) => signId),
          ),
        ]
      })
      proofs = new Map(await Promise.all(proved))
      provedAt = Date.now()
    },
  }
}

async function sendContract(baseUrl: string, initiator: Client, people: Person[]): Promise<SharedContract> {
  const bytes = new Uint8Array(readFileSync(sample))
  const file = await uploadContract(initiator, { fileName: basename(sample), bytes })
  const draft = await initiator.call('saveDraft', {
    taskName: '采购框架协议',
    signExpireTime: Date.now() + 30 * dayMs,
    signOrderType: 'disorder',
    fileIdArray: [file.fileId],
    signerArray: people.map(({ name, phone }, index) => ({
      signerNo: index + 1,
      signOrder: index + 1,
      signType: 0 as const,
      signerName: name,
      phone,
    })),
  })
  const positionArray = people.map((_, index) => ({
    positionId: randomUUID(),
    fileId: file.fileId,
    page: file.pageCount,
    x: 20 + (index % 4) * 45,
    y: 80 + Math.floor(index / 4) * 40,
    width: 20,
    height: 20,
    positionType: 'personSign' as const,
    signerNo: index + 1,
  }))
  await initiator.call('saveLocation', { signId: draft.signId, version: draft.version, positionArray })
  await initiator.call('sendTask', { signId: draft.signId })
  const asks = await Promise.all(
    people.map(async (person, index) => ({
      person,
      signId: await ownEntry(person, draft.taskId),
      positionId: positionArray[index]?.positionId ?? '',
      key: randomUUID(),
    })),
  )
  return { taskId: draft.taskId, signId: draft.signId, fileId: file.fileId, asks }
}

async function ownEntry({ client }: Person, taskId: string): Promise<string> {
  const { taskInfoArray } = await client.call('listTasks', { status: 'iSign', pageSize: 50 })
  const own = taskInfoArray.find((row) => row.taskId === taskId)
  if (!own) throw new Error('a party does not see its contract')
  return own.signId
}
