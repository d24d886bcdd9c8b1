import { parentPort } from 'node:worker_threads'
import type { SigningKey } from '@moqi/trust/cms/signing-key'
import { freezeDocument } from '@moqi/signing/freeze/freeze-document'
import { FreezeRefusal } from '@moqi/signing/freeze/field-plan'
import { isTimestampOutage } from './authority/timestamp-outage.ts'
import type { FreezeAnswer, FreezeTask, KeyAnswer, KeyQuestion } from './freeze-messages.ts'

/** Freezes documents off the event loop. Keys stay in the main thread: signatures and time-stamps are asked for. */

const port = parentPort
if (!port) throw new Error('freeze-worker runs as a worker')

const open = new Map<number, { resolve: (bytes: Buffer) => void; reject: (error: Error) => void }>()
let asked = 0

function ask(kind: KeyQuestion['kind'], data: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const id = ++asked
    open.set(id, { resolve, reject })
    port?.postMessage({ kind, id, data } satisfies KeyQuestion)
  })
}

/** No time-stamp is to be had now. */
class TimestampOutage extends Error {
  override name = 'TimestampOutage'
}

function answered({ id, bytes, failure, outage }: KeyAnswer): void {
  const waiting = open.get(id)
  open.delete(id)
  if (bytes) waiting?.resolve(Buffer.from(bytes))
  else waiting?.reject(outage ? new TimestampOutage(failure) : new Error(failure))
}

const timestamps = (request: Buffer) => ask('timestamp', request)

async function freeze(task: FreezeTask): Promise<FreezeAnswer> {
  const { identity, bytes, plan, at, notice } = task
  const certifier: SigningKey = { identity: restored(identity), sign: (data) => ask('sign', data) }
  const deps = { certifier, now: () => new Date(at), ...(notice === null ? {} : { notice }) }
  let awaitingTimestamp = false
  try {
    const frozen = await freezeDocument({ ...deps, timestamps }, Buffer.from(bytes), plan).catch((error: unknown) => {
      if (!(error instanceof TimestampOutage || isTimestampOutage(error))) throw error
      awaitingTimestamp = true
      return freezeDocument(deps, Buffer.from(bytes), plan)
    })
    const { increment, layout, slots, head } = frozen
    return { kind: 'frozen', increment: new Uint8Array(increment), layout, slots, head, awaitingTimestamp }
  } catch (error) {
    const reason = error instanceof FreezeRefusal ? error.reason : null
    return { kind: 'failed', reason, message: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

/** Buffers cross threads as plain bytes. */
const restored = (identity: SigningKey['identity']): SigningKey['identity'] => ({
  ...identity,
  certificate: Buffer.from(identity.certificate),
  chain: identity.chain.map((certificate) => Buffer.from(certificate)),
  issuerAndSerial: Buffer.from(identity.issuerAndSerial),
  signingCertificate: Buffer.from(identity.signingCertificate),
})

port.on('message', async (message: FreezeTask | KeyAnswer) => {
  if (message.kind === 'answer') answered(message)
  else port.postMessage(await freeze(message))
})
