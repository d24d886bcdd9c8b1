import { createHash, createHmac, randomUUID } from 'node:crypto'
import { keysOf } from '@moqi/domain/keys-of'
import { webhookEvents } from '@moqi/domain/webhooks/webhook-events'
import type { PassPurpose } from '@moqi/domain/integrations/embed-rules'
import { signedHeaders, stringToSign } from '@moqi/domain/integrations/signed-request'
import { z } from 'zod'
import type { Client } from '../../scripts/demo/api-client.ts'

type Keys = { appId: string; secret: string }

/** Sends one signed request, as another system would; answers the status and what came with it. */
async function callSigned(baseUrl: string, { appId, secret }: Keys, name: string, input: object) {
  const body = JSON.stringify(input)
  const parts = {
    algorithm: 'HMAC-SHA256',
    method: 'POST',
    target: `/openapi/v1/${name}`,
    appId,
    timestamp: String(Date.now()),
    nonce: randomUUID(),
    idempotencyKey: '',
    bodyHash: createHash('sha256').update(body).digest('base64'),
  } as const
  const headers = {
    [signedHeaders.appId]: appId,
    [signedHeaders.timestamp]: parts.timestamp,
    [signedHeaders.nonce]: parts.nonce,
    [signedHeaders.bodyHash]: parts.bodyHash,
    [signedHeaders.signature]: createHmac('sha256', secret).update(stringToSign(parts)).digest('base64'),
  }
  const answer = await fetch(new URL(parts.target, baseUrl), { method: 'POST', headers, body })
  return { status: answer.status, data: Link.safeParse(await answer.json()).data?.data }
}

const Link = z.object({ data: z.object({ link: z.string() }) })

/** The same without fields; answers the status. */
export const askSigned = async (baseUrl: string, keys: Keys, name: string): Promise<number> =>
  (await callSigned(baseUrl, keys, name, {})).status

/** An integration of the company that may frame its signing pages from that origin, and lead back there. */
export async function embeddingIntegration(client: Client, origin: string): Promise<Keys> {
  const { integrationId } = await client.call('saveIntegration', {
    integrationName: 'OA 办公系统',
    scopeArray: ['launch', 'read', 'embed'],
  })
  await client.call('saveEmbedding', { integrationId, originArray: [origin], returnArray: [`${origin}/done`] })
  return client.call('makeIntegrationSecret', { integrationId })
}

/** One that also launches, hears of its contracts and verifies them, as the example of an office does. */
export async function launchingIntegration(client: Client, origin: string): Promise<Keys> {
  const { integrationId } = await client.call('saveIntegration', {
    integrationName: 'OA 办公系统',
    scopeArray: ['launch', 'read', 'download', 'verify', 'embed'],
  })
  await client.call('saveEmbedding', { integrationId, originArray: [origin], returnArray: [] })
  const keys = await client.call('makeIntegrationSecret', { integrationId })
  await client.call('saveWebhook', {
    integrationId,
    callbackUrl: `${origin}/moqi`,
    eventArray: keysOf(webhookEvents),
  })
  return keys
}

/** A link that opens the signing page once. */
export async function passLink(
  baseUrl: string,
  keys: Keys,
  asked: { signId: string; signerNo?: number; purpose?: PassPurpose; returnUrl?: string },
): Promise<string> {
  const { data } = await callSigned(baseUrl, keys, 'issuePass', asked)
  if (!data) throw new Error('no link to the signing page')
  return data.link
}

/** An integration with two secrets, which asked something, was refused something, and cannot be told anything. */
export async function madeIntegration(baseUrl: string, client: Client): Promise<string> {
  const { integrationId } = await client.call('saveIntegration', {
    integrationName: '集团统一办公与采购协同平台（二〇二六年度新版正式环境）',
    scopeArray: ['launch', 'manage', 'read', 'download'],
    addressArray: ['127.0.0.0/8', '::1', '2001:db8:85a3:8d3:1319:8a2e:370:7348'],
  })
  const first = await client.call('makeIntegrationSecret', { integrationId })
  await client.call('makeIntegrationSecret', { integrationId, overlap: 'week' })
  await askSigned(baseUrl, first, 'listTasks')
  await askSigned(baseUrl, { ...first, secret: 'forged' }, 'sendTask')
  await askSigned(baseUrl, first, 'listMember')
  await client.call('saveWebhook', {
    integrationId,
    callbackUrl: 'https://10.20.30.40/moqi/callback/contracts?from=%E5%A2%A8%E5%A5%91',
    eventArray: keysOf(webhookEvents),
  })
  await client.call('testWebhook', { integrationId })
  return integrationId
}
