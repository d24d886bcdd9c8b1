import { setTimeout as pause } from 'node:timers/promises'
import type { Output } from '@moqi/api/call'
import type { Table } from '@moqi/api/table'
import { type Client, type FileToSend, openClient } from './api-client.ts'
import { initiator, signers } from './cast.ts'
import { placeAreas, saveDraft, uploadContract } from './launch-contract.ts'
import { readOutbox } from './outbox.ts'
import { findOwnEntry, proveWill, signContract } from './sign-contract.ts'
import { signIn } from './sign-in.ts'

/** What the verification page would say of a file. */
export type Verdict = Output<Table['verifyFile']>
/** Told after each step with how long it took, in ms. */
export type Tell = (step: string, milliseconds: number) => void

/**
 * The whole life of a contract over the HTTP API alone: launch, three signatures in order, download, verification.
 * Throws `CallFailure` with the server's message, or an error that says what did not happen.
 */
export async function playStory(
  baseUrl: string,
  file: FileToSend,
  tell: Tell,
): Promise<{ signed: Buffer<ArrayBuffer>; verdict: Verdict }> {
  const step = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const start = performance.now()
    const result = await work()
    tell(name, performance.now() - start)
    return result
  }
  const launcher = await step(`${initiator.name}登录，进入${initiator.company}`, () => signIn(baseUrl, initiator))
  const uploaded = await step(`上传《${file.fileName}》`, () => uploadContract(launcher, file))
  const draft = await step('保存草稿：三方按顺序签署', () => saveDraft(launcher, uploaded, signers))
  await step('在最后一页指定签署位置', () => placeAreas(launcher, draft, uploaded, signers))
  await step('发送合同', () => launcher.call('sendTask', { signId: draft.signId }))
  for (const signer of signers) {
    const whose = signer.company === null ? signer.name : `${signer.name}（${signer.company}）`
    const client = await step(`${whose}登录`, () => signIn(baseUrl, signer))
    const signId = await step('　找到待我签署的合同', () => findOwnEntry(client, draft.taskId))
    const authToken = await step('　短信验证码完成意愿认证', () => proveWill(baseUrl, client, signer, signId))
    await step('　签署', () => signContract(client, signId, authToken))
  }
  await step('合同签署完成', () => waitForFinish(launcher, draft.signId))
  await step('平台复核全文后发出完成通知', () => waitForNotice(baseUrl, draft.signId))
  const signed = await step('下载已完成的合同', () => download(launcher, draft.signId))
  const checked = { fileName: file.fileName, bytes: signed }
  const verdict = await step('验签', () => openClient(baseUrl).upload('verifyFile', checked))
  return { signed, verdict }
}

async function waitForFinish(client: Client, signId: string): Promise<void> {
  for (const until = Date.now() + 30_000; Date.now() < until; await pause(100)) {
    const { status } = await client.call('getSignDetailInfo', { signId })
    if (status === 'finish') return
  }
  throw new Error('30秒内合同没有变为签署完成')
}

/** The server tells nobody before it has verified every byte; the notice links to the recipient's own entry. */
async function waitForNotice(baseUrl: string, signId: string): Promise<void> {
  for (const until = Date.now() + 30_000; Date.now() < until; await pause(100)) {
    const messages = await readOutbox(baseUrl, initiator.phone)
    if (messages.some(({ scene, body }) => scene === 'finished' && body.includes(`/s/${signId.slice(0, 11)}`))) return
  }
  throw new Error('30秒内没有收到签署完成的通知')
}

const download = async (client: Client, signId: string): Promise<Buffer<ArrayBuffer>> =>
  Buffer.from(await client.download('downloadFinishedPdf', { signId }))
