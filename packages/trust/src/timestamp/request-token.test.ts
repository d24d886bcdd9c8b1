import { expect, test } from 'vitest'
import { scene } from '../testing/authority-scene.ts'
import { childrenOf, descend, readStrictDer } from '../asn1/read-der.ts'
import { integer, namedBits, octets, sequence } from '../asn1/write-der.ts'
import { requestToken, type TimestampAuthority } from './request-token.ts'

const on = await scene()
const data = Buffer.from('signature value')

/** An authority that is asked something other than what the caller asked. */
const altered =
  (change: (fields: Buffer[]) => Buffer[]): TimestampAuthority =>
  (request) =>
    on.timestamps(sequence(...change(childrenOf(readStrictDer(request)).map(({ raw }) => raw))))

const reject: TimestampAuthority = async () => sequence(sequence(integer(2), namedBits(0)))
const otherImprint = (imprint: Buffer) => sequence(descend(readStrictDer(imprint), 0).raw, octets(Buffer.alloc(32, 7)))

test('a granted token is the second part of the answer', async () => {
  let answer: Buffer = Buffer.alloc(0)
  const token = await requestToken(async (request) => (answer = await on.timestamps(request)), data)
  expect(token).toEqual(descend(readStrictDer(answer), 1).raw)
})

test('a rejection is refused', async () => {
  await expect(requestToken(reject, data)).rejects.toMatchObject({ reason: 'rejected' })
})

test('a token over something else is refused', async () => {
  const authority = altered((fields) => fields.map((field, index) => (index === 1 ? otherImprint(field) : field)))
  await expect(requestToken(authority, data)).rejects.toMatchObject({ reason: 'other-imprint' })
})

test('an answer to another request is refused', async () => {
  const replayed = altered((fields) => fields.map((field, index) => (index === 2 ? integer(5) : field)))
  await expect(requestToken(replayed, data)).rejects.toMatchObject({ reason: 'other-nonce' })
  const forgetful = altered((fields) => fields.filter((_, index) => index !== 2))
  await expect(requestToken(forgetful, data)).rejects.toMatchObject({ reason: 'other-nonce' })
})

test.each([
  ['HTML', Buffer.from('<html>')],
  ['nothing', Buffer.alloc(0)],
  ['granted without a token', sequence(sequence(integer(0)))],
  ['granted with an empty token', sequence(sequence(integer(0)), sequence())],
])('%s is no answer', async (_, answer) => {
  await expect(requestToken(async () => answer, data)).rejects.toMatchObject({ reason: 'unreadable' })
})
