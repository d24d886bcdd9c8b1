import { hash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import multipart from '@fastify/multipart'
import { Refusal } from '@moqi/domain/refusal'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { formReceiver, type Received, uploadKeeper } from './upload.ts'
import { uploadRoom } from './upload-room.ts'

type Use = (received: Received) => Promise<unknown>

/** A server that receives uploads in a folder of its own; `held` counts the bytes that lie there. */
async function scene(use: Use, most = 1_000_000) {
  const folder = mkdtempSync(join(tmpdir(), 'moqi-upload-'))
  const room = uploadRoom(most)
  let held = 0
  const changed: (() => void)[] = []
  const change = (bytes: number) => {
    held += bytes
    for (const tell of changed.splice(0)) tell()
  }
  let files = 0
  const keep = uploadKeeper(folder, () => `file ${(files += 1)}`, {
    take: (client, bytes) => {
      const isTaken = room.take(client, bytes)
      if (isTaken) change(bytes)
      return isTaken
    },
    give: (client, bytes) => {
      room.give(client, bytes)
      change(-bytes)
    },
  })
  const receive = formReceiver(keep)
  const app = Fastify()
  await app.register(multipart)
  app.setErrorHandler((error, _request, reply) =>
    reply.code(400).send({ code: error instanceof Refusal && error.code }),
  )
  app.post('/', (request) => receive(request, 'one', use))
  onTestFinished(async () => {
    await app.close()
    rmSync(folder, { recursive: true })
  })
  const send = async (bytes: Buffer) => {
    const form = new FormData()
    form.set('usage', 'contract')
    form.set('file', new Blob([new Uint8Array(bytes)]), 'a.pdf')
    const body = new Response(form)
    const headers = { 'content-type': body.headers.get('content-type') ?? '' }
    return app.inject({ method: 'POST', url: '/', headers, payload: Buffer.from(await body.arrayBuffer()) })
  }
  const until = async (isSo: (bytes: number) => boolean) => {
    while (!isSo(held)) await new Promise<void>((resolve) => changed.push(resolve))
  }
  return { app, folder, send, held: () => held, until }
}

test('an upload is read as often as asked, named by its hash, and lies in no folder', async () => {
  const bytes = Buffer.alloc(100_000, 'Moqi')
  const seen: unknown[] = []
  const { folder, send, held } = await scene(async ({ file, fields }) => {
    const again = [await file.read(), await file.read()].every((one) => one.equals(bytes))
    seen.push({
      again,
      size: file.size,
      sha256: file.sha256,
      head: file.head.length,
      fields,
      left: readdirSync(folder),
    })
    return {}
  })
  expect((await send(bytes)).statusCode).toBe(200)
  const fields = { usage: 'contract' }
  expect(seen).toEqual([{ again: true, size: 100_000, sha256: hash('sha256', bytes), head: 1024, fields, left: [] }])
  expect(held()).toBe(0)
})

test('its room is given back also when the call fails', async () => {
  const { send, held } = await scene(() => Promise.reject(new Refusal('file/damaged')))
  expect((await send(Buffer.from('x'))).json()).toEqual({ code: 'file/damaged' })
  expect(held()).toBe(0)
})

test('what finds no room is refused as too busy', async () => {
  const { send, held } = await scene(async () => ({}), 4_000)
  expect((await send(Buffer.alloc(2_000))).json()).toEqual({ code: 'request/too-often' })
  expect((await send(Buffer.alloc(1_000))).statusCode).toBe(200)
  expect(held()).toBe(0)
})

test('an upload that is broken off leaves nothing and is used by nobody', async () => {
  let uses = 0
  const { app, folder, until } = await scene(async () => (uses += 1))
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.addresses().find((one): one is AddressInfo => typeof one === 'object') ?? { port: 0 }
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  const part = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n'
  socket.write(
    'POST / HTTP/1.1\r\nHost: here\r\nContent-Type: multipart/form-data; boundary=b\r\n' +
      `Content-Length: 200000\r\n\r\n${part}${'x'.repeat(50_000)}`,
  )
  await until((bytes) => bytes > 0)
  socket.destroy()
  await until((bytes) => bytes === 0)
  expect([uses, readdirSync(folder)]).toEqual([0, []])
})
