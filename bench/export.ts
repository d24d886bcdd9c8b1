import { open } from 'node:fs/promises'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { randomUUID } from 'node:crypto'
import type { CompanyExport } from '@moqi/api/company-export'
import { batchLimits } from '@moqi/domain/templates/batch-sheet'
import { checkExport } from '@moqi/evidence/export/check-export'
import { openClient, type Client } from '../scripts/demo/api-client.ts'
import { initiator } from '../scripts/demo/cast.ts'
import { nextCode, readOutbox } from '../scripts/demo/outbox.ts'
import { sessionOf } from '../scripts/demo/sign-in.ts'
import { post } from './http-call.ts'
import { makePeople, type Person, proveWill } from './people-by-code.ts'
import { onServer, type ServerProcess } from './server-process.ts'
import { fillQuota, makeTemplate, placeOn, type Row, startBatch } from './template-batch.ts'

const signers = 50
/** Contracts whose will somebody proves by one code; one person is sent one code a minute. */
const perCode = 50
/** The template's place. */
const { positionId: placeId } = placeOn('')
const codeEveryMs = 61_000
const rangeBytes = 8 * 1024 * 1024
const waitMs = 200

/**
 * `npm run bench -- export [contracts]`: a company with so many finished contracts (1,000 unless told) takes everything
 * along. The server is killed (SIGKILL) when half is packed; the archive is fetched in ranges and judged down to each
 * contract. Tells, last, one line of JSON: what was packed and checked, seconds, the server's memory (MB) at a tenth of
 * the way and at its most, and what is wrong with the archive. Answers the exit code.
 */
export const benchExport = (contracts: number): Promise<number> =>
  onServer(async (server) => {
    await finishedContracts(server, contracts)
    const session = await sessionOf(server.baseUrl, initiator)
    const client = openClient(server.baseUrl, session.token, session.tenantId)
    const memory = await exportAll(server, client)
    const { done, fileUrl, ...figures } = memory
    const file = join(server.dataDir, 'export.zip')
    await fetchInRanges(new URL(fileUrl, server.baseUrl), file)
    const handle = await open(file)
    const { size } = await handle.stat()
    const read = async (at: number, length: number) => {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, at)
      return buffer.subarray(0, bytesRead)
    }
    const verdict = await checkExport(read, size, { roots: server.trustedRoots(), now: new Date() })
    await handle.close()
    const { packedNumber: packed, checkedNumber: checked, leftOutNumber: leftOut } = done
    const told = { packed, checked, leftOut, megabytes: mb(size), ...figures }
    console.log(
      JSON.stringify({ bench: 'export', contracts, ...told, verdict: verdict.verdict, problems: verdict.problems }),
    )
    return verdict.verdict === 'valid' && packed >= contracts && leftOut === 0 ? 0 : 1
  })

/** Sends so many contracts from a template, batch by batch, and has people sign them all. */
async function finishedContracts(server: ServerProcess, count: number): Promise<void> {
  const { baseUrl } = server
  await fillQuota(server)
  const session = await sessionOf(baseUrl, initiator)
  const client = openClient(baseUrl, session.token, session.tenantId)
  const people = await makePeople(baseUrl, signers)
  const template = await makeTemplate(client)
  for (let sent = 0; sent < count;) {
    const rows = Array.from({ length: Math.min(batchLimits.rows, count - sent) }, (_, n) => rowFor(people, sent + n))
    await batchSent(client, await startBatch(client, template, rows))
    sent += rows.length
    console.log(`${sent}/${count} contracts are sent`)
  }
  await signAll(server, people)
  console.log('all contracts are signed')
}

function rowFor(people: readonly Person[], n: number): Row {
  const person = people[n % people.length]
  if (!person) throw new Error('nobody signs')
  return { signerName: person.name, phone: person.phone }
}

async function batchSent(client: Client, batchId: string): Promise<void> {
  for (;;) {
    const { failedNumber, waitingNumber } = await client.call('getBatch', { batchId })
    if (failedNumber > 0) throw new Error(`${failedNumber} contracts of a batch were not sent`)
    if (waitingNumber === 0) return
    await pause(waitMs)
  }
}

/** What somebody has proved to want to sign. */
type Proved = { person: Person; signIds: readonly string[]; authToken: string }

/** Signs what waits for these people until nothing does: one after the other proves their will, then all sign. */
async function signAll({ baseUrl }: ServerProcess, people: readonly Person[]): Promise<void> {
  for (;;) {
    const from = Date.now()
    const proved: Proved[] = []
    for (const person of people) {
      const { taskInfoArray } = await person.client.call('listTasks', { status: 'iSign', pageSize: perCode })
      const signIds = taskInfoArray.map(({ signId }) => signId)
      if (signIds.length > 0) proved.push({ person, signIds, authToken: await proveWill(baseUrl, person, signIds) })
    }
    if (proved.length === 0) return
    await Promise.all(proved.map((one) => signProved(baseUrl, one)))
    await pause(Math.max(0, from + codeEveryMs - Date.now()))
  }
}

async function signProved(baseUrl: string, { person, signIds, authToken }: Proved): Promise<void> {
  for (const signId of signIds) {
    const positionArray = [{ positionId: placeId, sealId: person.sealId }]
    await post(baseUrl, 'sign', { signId, authToken, positionArray }, { ...person.asking, key: randomUUID() })
  }
}

/** Orders an export, kills the server halfway, and resolves when the export is done. */
async function exportAll(server: ServerProcess, client: Client) {
  const before = await readOutbox(server.baseUrl, initiator.phone)
  await client.call('getSmsVerificationCode', { scene: 'export' })
  const smsCode = await nextCode(server.baseUrl, initiator.phone, before)
  const from = Date.now()
  await client.call('orderCompanyExport', { smsCode })
  let early = 0
  let most = 0
  let killed = false
  for (;;) {
    const { exportArray } = await client.call('listCompanyExport', {})
    const [one] = exportArray
    if (!one || ['failed', 'cancelled'].includes(one.exportState)) throw new Error(`the export is ${one?.exportState}`)
    const now = residentMb(server)
    if (early === 0 && part(one) >= 0.1) early = now
    most = Math.max(most, now)
    if (one.exportState === 'done') {
      const { fileUrl } = await client.call('getCompanyExportLink', { exportId: one.exportId })
      return {
        done: one,
        fileUrl,
        seconds: Math.round((Date.now() - from) / 1000),
        killed,
        earlyMb: early,
        mostMb: most,
      }
    }
    if (!killed && part(one) >= 0.5) {
      await server.end('SIGKILL')
      await server.start()
      killed = true
      console.log(`killed when ${one.packedNumber} were packed`)
    }
    await pause(waitMs)
  }
}

const part = ({ packedNumber, taskNumber }: CompanyExport) => packedNumber / Math.max(1, taskNumber)

const mb = (bytes: number) => Math.round(bytes / 1024 / 1024)

/** What the server's process holds in memory, MB; Linux only, elsewhere 0. */
function residentMb(server: ServerProcess): number {
  const pid = server.pid()
  if (pid === null || process.platform !== 'linux') return 0
  const [, kilobytes = '0'] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return mb(Number(kilobytes) * 1024)
}

/** Takes the archive a range at a time, as a browser does whose line breaks again and again. */
async function fetchInRanges(url: URL, file: string): Promise<void> {
  const handle = await open(file, 'w')
  for (let at = 0; ;) {
    const answer = await fetch(url, { headers: { range: `bytes=${at}-${at + rangeBytes - 1}` } })
    if (answer.status !== 206) throw new Error(`a range answers ${answer.status}`)
    const bytes = Buffer.from(await answer.arrayBuffer())
    await handle.write(bytes, 0, bytes.length, at)
    at += bytes.length
    const total = Number(answer.headers.get('content-range')?.split('/')[1])
    if (at >= total) break
  }
  await handle.close()
}
