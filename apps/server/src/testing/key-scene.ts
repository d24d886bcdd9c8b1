import type { KeyChallenge } from '@moqi/api/passkey'
import { table } from '@moqi/api/table'
import { type Authenticator, newAuthenticator } from './authenticator.ts'
import { codesSent } from './codes.ts'
import type { Player } from './contract-scene.ts'
import type { TestServer } from './test-server.ts'

/** The newest code to the own phone for managing keys, freshly sent. */
export async function keyCode(server: TestServer, { phone, token, tenantId }: Player): Promise<string> {
  const before = (await codesSent(server, { phone, scene: 'key', count: 0 })).length
  const { code, message } = await server.call('getSmsVerificationCode', { scene: 'key' }, { token, tenantId })
  if (code !== 200) throw new Error(message)
  const [newest = ''] = await codesSent(server, { phone, scene: 'key', count: before + 1 })
  return newest
}

/** What a new key is made from, by a code to the phone. */
export async function keyOptions(server: TestServer, who: Player) {
  const { data, code, message } = await server.call('getKeyOptions', { smsCode: await keyCode(server, who) }, who)
  if (code !== 200) throw new Error(message)
  return data
}

/** Binds a new key to somebody's account. */
export async function boundKey(server: TestServer, who: Player, name = '办公电脑'): Promise<Authenticator> {
  const key = newAuthenticator(server.deps.config.publicUrl)
  const options = await keyOptions(server, who)
  const { code, message } = await server.call('addKey', { code: options.code, name, ...key.create(options) }, who)
  if (code !== 200) throw new Error(message)
  return key
}

/** A challenge for any key, or for those of somebody. */
export async function askedKey(server: TestServer, id = ''): Promise<KeyChallenge> {
  const answer = table.loginByKey.output.parse((await server.call('loginByKey', { id })).data)
  if ('token' in answer) throw new Error('no challenge')
  return answer
}
