import { type Client, openClient } from './api-client.ts'
import { type Actor, demoPassword } from './cast.ts'

/** Signs an actor in and answers the session, and the space the actor works in. */
export async function sessionOf(baseUrl: string, actor: Actor): Promise<{ token: string; tenantId: string }> {
  const open = openClient(baseUrl)
  const { token } = await open.call('loginByAccount', { userName: actor.phone, password: demoPassword })
  const { spaceInfoArray } = await open.as(token).call('getUserSpaceInfo', {})
  const space = spaceInfoArray.find(({ spaceType, spaceName }) =>
    actor.company === null ? spaceType === 'person' : spaceType === 'company' && spaceName === actor.company,
  )
  if (!space) throw new Error(`${actor.name}没有${actor.company ?? '个人'}空间`)
  return { token, tenantId: space.tenantId }
}

/** Signs an actor in and answers the API as seen from the space the actor works in. */
export async function signIn(baseUrl: string, actor: Actor): Promise<Client> {
  const { token, tenantId } = await sessionOf(baseUrl, actor)
  return openClient(baseUrl, token, tenantId)
}
