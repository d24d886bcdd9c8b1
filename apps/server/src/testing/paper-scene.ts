import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Sent } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import { ownSignId, personSigner, type Player, sent } from './contract-scene.ts'
import type { TestServer } from './test-server.ts'

type Draft = Sent<Table['saveDraft']>

/** A scan to hand in. */
export const scan = readFileSync(join(import.meta.dirname, '../../../../samples/保密协议.pdf'))

/** What is asked in these scenes: one paper that must be handed in, one that may be. */
export const asked = [
  { name: '身份证正反面', note: '在有效期内' },
  { name: '银行卡', required: false },
]

/** Sends 王小明 a contract that asks for papers; answers his handle and the launcher's. */
export async function withDemands(
  server: TestServer,
  launcher: Player,
  wang: Player,
  more: Partial<Draft> = {},
): Promise<{ signId: string; taskId: string; launchId: string }> {
  const signer = { ...personSigner(1, '王小明', wang.phone), paperDemandArray: asked }
  const { signId: launchId, taskId } = await sent(server, launcher, [signer], more)
  return { taskId, launchId, signId: await ownSignId(server, wang, taskId) }
}

/** Uploads something to hand in; answers its id. */
export async function paperFile(server: TestServer, who: Player, bytes = scan, name = '证件.pdf'): Promise<string> {
  const { data, message } = await server.upload(name, bytes, { ...who, usage: 'paper' })
  if (!data.fileId) throw new Error(`not uploaded: ${message}`)
  return data.fileId
}

/** Uploads and hands in; answers the file's id. */
export async function handedIn(
  server: TestServer,
  who: Player,
  { signId, demandNo }: { signId: string; demandNo: number },
): Promise<string> {
  const fileId = await paperFile(server, who)
  const answer = await server.call('handInPaper', { signId, demandNo, fileId }, who)
  if (answer.code !== 200) throw new Error(`not handed in: ${answer.message}`)
  return fileId
}
