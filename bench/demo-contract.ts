import type { Actor } from '../scripts/demo/cast.ts'
import { demoPassword, initiator } from '../scripts/demo/cast.ts'
import { type Client, openClient } from '../scripts/demo/api-client.ts'
import { placeAreas, saveDraft, uploadContract } from '../scripts/demo/launch-contract.ts'

/** The demo's initiator, signed in, in the company's space. */
export async function signedIn(baseUrl: string): Promise<Client> {
  const open = openClient(baseUrl)
  const { token } = await open.call('loginByAccount', { userName: initiator.phone, password: demoPassword })
  const { spaceInfoArray } = await open.as(token).call('getUserSpaceInfo', {})
  return open.as(token, spaceInfoArray.find(({ spaceName }) => spaceName === initiator.company)?.tenantId)
}

/** Sends a file to these signers, one after the other; gives the initiator's name of the contract. */
export async function send(
  client: Client,
  fileName: string,
  bytes: Uint8Array,
  signers: readonly Actor[],
): Promise<string> {
  const file = await uploadContract(client, { fileName, bytes: new Uint8Array(bytes) })
  const draft = await saveDraft(client, file, signers)
  await placeAreas(client, draft, file, signers)
  await client.call('sendTask', { signId: draft.signId })
  return draft.signId
}
