import { createHash, createHmac, randomUUID } from 'node:crypto'
import { signedHeaders, stringToSign } from '@moqi/domain/integrations/signed-request'
import type { Client } from '../../scripts/demo/api-client.ts'

/** Sends one signed request without fields, as another system would; answers the status. */
export async function askSigned(
  baseUrl: string,
  { appId, secret }: { appId: string; secret: string },
  name: string,
): Promise<number> {
  const body = '{}'
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
  await answer.arrayBuffer()
  return answer.status
}

/** An integration with an old secret and a new one, which has asked something and was refused something. */
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
  return integrationId
}
