import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import { madeIntegration } from './company-scene.ts'
import { type Player, player } from './contract-scene.ts'
import { type sendSigned, signedRequest, type Signing, type SigningKeys } from './signed-call.ts'
import type { TestServer } from './test-server.ts'

const pdf = readFileSync(join(import.meta.dirname, '../../../../samples/保密协议.pdf'))

/** An integration of a company that may ask everything, its administrator, and a person outside. */
export type IntegrationScene = {
  owner: Player
  wang: Player
  keys: SigningKeys & { integrationId: string; secretId: string }
}

/** Makes one on a server of the demo. */
export async function integrationScene(server: TestServer): Promise<IntegrationScene> {
  const owner = await player(server, '13800000002', 'company')
  const wang = await player(server, '13800000001', 'person')
  return { owner, wang, keys: await madeIntegration(server, owner) }
}

/** A signed upload of a contract. */
export function signedUpload(server: TestServer, keys: SigningKeys, bytes: Buffer = pdf, how: Signing = {}) {
  const url = `/openapi/v1/uploadFile?fileName=${encodeURIComponent('合同.pdf')}`
  return signedRequest(server, keys, { method: 'POST', url, payload: bytes }, how)
}

/** What a refusal says; every one names its request. */
export const refusal = ({ status, code, data, requestId }: Awaited<ReturnType<typeof sendSigned>>) => {
  expect(requestId).toMatch(/^[0-9a-f-]{16,36}$/)
  return [status, code, data.reason]
}
