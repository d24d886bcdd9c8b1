import { scene, sceneTime } from '@moqi/trust/testing/authority-scene'
import { requestToken, type TimestampAuthority } from '@moqi/trust/timestamp/request-token'
import { expect, test } from 'vitest'
import { provenTimestamps } from './proven-timestamps.ts'

const known = await scene()
const trusted = { roots: [known.root.key.identity.certificate], now: () => sceneTime.getTime() }
const ask = (authority: TimestampAuthority) => requestToken(provenTimestamps(authority, trusted), Buffer.from('signed'))

test('a time-stamp of an authority that is trusted is taken', async () => {
  expect((await ask(known.timestamps)).length).toBeGreaterThan(0)
})

/** Its signature stands last. */
const signingWrongly: TimestampAuthority = async (request) => {
  const answer = Buffer.from(await known.timestamps(request))
  answer.writeUInt8(answer.readUInt8(answer.length - 1) ^ 1, answer.length - 1)
  return answer
}

test('a time-stamp whose signature is wrong is refused before it stands in a document', async () => {
  await expect(ask(signingWrongly)).rejects.toThrow('time-stamp unproven')
})

test('a time-stamp of a stranger is refused', async () => {
  await expect(ask((await scene()).timestamps)).rejects.toThrow('time-stamp unproven: chain-untrusted')
})

test('an authority that refuses, or answers nothing that can be read, is told as before', async () => {
  await expect(ask(async () => Buffer.from('garbage'))).rejects.toThrow('time-stamp unreadable')
  await expect(ask(() => known.timestamps(Buffer.from('garbage')))).rejects.toThrow('time-stamp rejected')
})
